-- Prices that do not come although others do: counted in the engine's heartbeat, and an alert of its own.
ALTER TABLE "EngineState" ADD COLUMN "feedFaults" INTEGER NOT NULL DEFAULT 0;
ALTER TYPE "IncidentKind" ADD VALUE 'FEED_PARTIAL';
