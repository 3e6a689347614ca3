-- What carriers offered when a label was bought, so that shipping rules can be tried on it with prices.

-- src/domain/carriers/shipping-rules/rules.ts, OfferAtPurchase; null where it is not known.
alter table label_order add column offers jsonb;
