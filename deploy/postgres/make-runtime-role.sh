#!/bin/sh
# Run once, by the image of PostgreSQL, when the cluster is made: the role that gateway and engine work with, whose rights "migrate" grants,
# and what tells slow statements.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$RUNTIME_PASSWORD" --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
CREATE ROLE sakha_runtime LOGIN PASSWORD :'password';
REVOKE ALL ON DATABASE sakha FROM PUBLIC;
GRANT CONNECT ON DATABASE sakha TO sakha_runtime;
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
SQL
