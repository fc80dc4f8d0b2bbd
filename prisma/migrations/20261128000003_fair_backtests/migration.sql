-- When a run was taken in hand last: whose turn it is goes by it.
ALTER TABLE "BacktestRun" ADD COLUMN "startedAt" TIMESTAMPTZ(3);
CREATE INDEX "BacktestRun_startedAt_idx" ON "BacktestRun" ("startedAt");
