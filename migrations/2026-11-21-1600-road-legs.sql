-- Legs of routes by road: how long each takes, the way home, and whether a route's figures are of roads.
-- Routes made before were reckoned in straight lines.

alter table route
  add column distances text not null default 'straight_line' check (distances in ('road', 'straight_line')),
  add column home_leg_distance_m int not null default 0,
  add column home_leg_duration_s double precision not null default 0;

-- Not rounded: seconds of a road matrix have fractions, and times of a long route are their sum.
alter table stop add column leg_duration_s double precision not null default 0;
