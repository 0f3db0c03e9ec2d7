#!/bin/sh
# Run once by the image of PostgreSQL when its folder is empty: the two roles of docs/operations.md and the database.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set portal="$PORTAL_PASSWORD" <<'SQL'
create role academy_owner login password :'owner';
create role academy_portal login password :'portal';
create database academy owner academy_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke all on database academy from public;
grant connect on database academy to academy_portal;
SQL
