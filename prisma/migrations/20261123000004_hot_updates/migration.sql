-- An order is written three times in its first second. While no indexed column changes and its page has room, PostgreSQL leaves the
-- indexes alone: so none has the status itself, only whether the order may still be filled.
ALTER TABLE "Order" ADD COLUMN "isOpen" BOOLEAN NOT NULL
  GENERATED ALWAYS AS ("status" NOT IN ('FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED')) STORED;
DROP INDEX "Order_status_idx";
DROP INDEX "order_one_exit_alive";
-- At most one exit order of a trade is alive, whatever asks for it.
CREATE UNIQUE INDEX "order_one_exit_alive" ON "Order" ("tradeId") WHERE "purpose" = 'EXIT' AND "isOpen";
CREATE INDEX "order_open" ON "Order" ("userId") WHERE "isOpen";
ALTER TABLE "Order" SET (fillfactor = 50);

-- A trade that runs has no exit time yet, and one that is closed is no longer looked for by its status.
DROP INDEX "Trade_status_idx";
DROP INDEX "Trade_strategyId_idx";
DROP INDEX "Trade_userId_exitTime_idx";
CREATE INDEX "trade_running" ON "Trade" ("strategyId") WHERE "status" = 'RUNNING';
CREATE INDEX "trade_closed" ON "Trade" ("userId", "exitTime") WHERE "exitTime" IS NOT NULL;
-- Room for a stop that trails.
ALTER TABLE "Trade" SET (fillfactor = 70);
