-- A run is its job's. Those that wait or were under way get one each.
ALTER TABLE "BacktestRun" DROP COLUMN "beatAt", ADD COLUMN "jobId" BIGINT;
UPDATE "BacktestRun" SET "status" = 'QUEUED', "progress" = 0, "startedAt" = NULL WHERE "status" = 'RUNNING';
INSERT INTO "Outbox" ("job", "payload", "events")
SELECT 'backtest.run', json_build_object('runId', "id")::text, 0 FROM "BacktestRun" WHERE "status" = 'QUEUED' ORDER BY "createdAt";
