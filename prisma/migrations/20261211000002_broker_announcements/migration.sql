-- Whoever's account at the broker was connected or disconnected is told of it once, by one of the gateways.
ALTER TABLE "BrokerCommand" ADD COLUMN "announcedAt" TIMESTAMPTZ(3);
