-- Mails on their way. Removed when they are sent.
CREATE TABLE "Mail" (
    "id" UUID NOT NULL,
    "accountId" UUID,
    "sealedLetter" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Mail_accountId_idx" ON "Mail"("accountId");
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
