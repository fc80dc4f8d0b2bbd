-- The history's totals are told by mode: without it, each of a user's closed trades was read from the table. Columns of a fixed width come
-- first, as those after a text are found only by walking over it.
DROP INDEX "trade_history";
CREATE INDEX "trade_history" ON "Trade" ("userId", "entryTime" DESC, "id" DESC)
  INCLUDE ("mode", "status", "signal", "strategyId", "entryPricePaise", "exitPricePaise", "grossPaise", "netPaise", "index", "option")
  WHERE "exitTime" IS NOT NULL;
