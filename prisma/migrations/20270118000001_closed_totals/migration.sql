-- The totals of all of a user's closed trades are read from the smallest index that has every one of them: in "trade_history" five times as much
-- is read.
DROP INDEX "trade_closed";
CREATE INDEX "trade_closed" ON "Trade" ("userId", "exitTime") INCLUDE ("grossPaise", "netPaise") WHERE "exitTime" IS NOT NULL;
