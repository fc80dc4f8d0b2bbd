-- Analysts read: the API's schema, the playground and, by a token, aggregates over all users.
ALTER TYPE "Role" ADD VALUE 'analyst' BEFORE 'admin';
