/** Builds a request that a provider can send as it is, after filling in its secret and a tracking number. */
export function signedRequest(base_url: string, key_id: string): string {
  return `BASE='${base_url}'
KEY='${key_id}'
SECRET='otep_…'
PATH_QUERY='/api/v1/otep/ingest'
BODY='{"subject":"PKH0001","occurred_at":"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'","status_code":"otep:core:in_transit"}'
TIME=$(date +%s)
HASH=$(printf %s "$BODY" | openssl dgst -sha256 | sed 's/^.* //')
SIGNATURE=$(printf 'v1\\n%s\\nPOST\\n%s\\n%s' "$TIME" "$PATH_QUERY" "$HASH" |
  openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')
curl "$BASE$PATH_QUERY" -H 'content-type: application/json' \\
  -H "OTEP-Key: $KEY" -H "OTEP-Timestamp: $TIME" -H "OTEP-Signature: v1=$SIGNATURE" \\
  --data-binary "$BODY"`;
}
