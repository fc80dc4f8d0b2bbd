-- The nightly check has found books that are not whole.
ALTER TYPE "IncidentKind" ADD VALUE 'BOOKS';
