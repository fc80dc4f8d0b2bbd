-- What the database has been migrated to, for engine and gateway, which may not read the list itself. In plpgsql, which looks for the list
-- when it is asked: a database that `prisma migrate dev` makes to compare with has none.
CREATE FUNCTION "appliedMigrations"() RETURNS TABLE (name text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  RETURN QUERY
    SELECT migration_name::text FROM public._prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name COLLATE "C";
END $$;
