-- The request that asked for an exit, for the log lines of the engine that closes the trade.
ALTER TABLE "ExitRequest" ADD COLUMN "requestId" TEXT;
