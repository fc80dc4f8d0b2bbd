-- Accounts at the broker: whose they are, their secrets, and what the engine is asked to do there.
CREATE TYPE "BrokerAccountState" AS ENUM ('CONNECTED', 'EXPIRED', 'REFUSED', 'CONFIGURED');

CREATE TABLE "BrokerAccount" (
    "id" UUID NOT NULL,
    "userId" UUID,
    "brokerName" TEXT NOT NULL DEFAULT 'angel',
    "clientCode" TEXT NOT NULL,
    "state" "BrokerAccountState" NOT NULL,
    "connectedAt" TIMESTAMPTZ(3),
    "refreshedAt" TIMESTAMPTZ(3),
    "validUntil" TIMESTAMPTZ(3),
    "problem" TEXT,
    "secretsKeptSince" TIMESTAMPTZ(3),
    "consentVersion" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BrokerAccount_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "BrokerSecret" (
    "accountId" UUID NOT NULL,
    "field" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "sealed" BYTEA NOT NULL,
    "ending" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BrokerSecret_pkey" PRIMARY KEY ("accountId","field")
);

CREATE TABLE "BrokerKey" (
    "number" INTEGER NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "BrokerKey_pkey" PRIMARY KEY ("number")
);

CREATE TABLE "BrokerSetup" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "broker" TEXT NOT NULL,
    "loginUrl" TEXT,

    CONSTRAINT "BrokerSetup_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "BrokerCommand" (
    "id" UUID NOT NULL,
    "userId" UUID,
    "kind" TEXT NOT NULL,
    "sealedInput" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),
    "errorCode" TEXT,
    "error" TEXT,
    "result" JSONB,

    CONSTRAINT "BrokerCommand_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "BrokerLogin" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "sessionId" UUID NOT NULL,
    "ticketHash" BYTEA NOT NULL,
    "stateHash" BYTEA,
    "cookieHash" BYTEA,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "BrokerLogin_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "BrokerAccount_userId_key" ON "BrokerAccount"("userId");

CREATE INDEX "BrokerCommand_userId_idx" ON "BrokerCommand"("userId");

CREATE INDEX "BrokerCommand_createdAt_idx" ON "BrokerCommand"("createdAt");

CREATE UNIQUE INDEX "BrokerLogin_ticketHash_key" ON "BrokerLogin"("ticketHash");

CREATE UNIQUE INDEX "BrokerLogin_stateHash_key" ON "BrokerLogin"("stateHash");

CREATE INDEX "BrokerLogin_userId_idx" ON "BrokerLogin"("userId");

CREATE INDEX "BrokerLogin_expiresAt_idx" ON "BrokerLogin"("expiresAt");

ALTER TABLE "BrokerAccount" ADD CONSTRAINT "BrokerAccount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "BrokerSecret" ADD CONSTRAINT "BrokerSecret_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "BrokerAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "BrokerCommand" ADD CONSTRAINT "BrokerCommand_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "BrokerLogin" ADD CONSTRAINT "BrokerLogin_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One account of the installation, and a client code is one user's.
CREATE UNIQUE INDEX "BrokerAccount_installation_key" ON "BrokerAccount" ((true)) WHERE "userId" IS NULL;
CREATE UNIQUE INDEX "BrokerAccount_clientCode_key" ON "BrokerAccount" ("clientCode") WHERE "userId" IS NOT NULL;
ALTER TABLE "BrokerSetup" ADD CONSTRAINT "BrokerSetup_one_row" CHECK ("id" = 1);
