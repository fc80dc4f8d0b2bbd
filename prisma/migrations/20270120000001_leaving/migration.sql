-- Whether a user who connects through the broker's login page leaves live trades and orders that are open at the account before.
ALTER TABLE "BrokerLogin" ADD COLUMN "leavesOpen" BOOLEAN NOT NULL DEFAULT false;
