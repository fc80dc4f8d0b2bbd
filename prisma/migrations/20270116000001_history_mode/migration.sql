-- The history's totals are told by mode: without it, each of a user's closed trades was read from the table.
DROP INDEX "trade_history";
CREATE INDEX "trade_history" ON "Trade" ("userId", "entryTime" DESC, "id" DESC)
  INCLUDE ("mode", "strategyId", "status", "signal", "index", "option", "entryPricePaise", "exitPricePaise", "grossPaise", "netPaise")
  WHERE "exitTime" IS NOT NULL;
