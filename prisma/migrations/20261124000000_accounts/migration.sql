-- CreateEnum
CREATE TYPE "SessionEnd" AS ENUM ('SIGNED_OUT', 'REVOKED', 'PASSWORD_CHANGED', 'TWO_FACTOR_CHANGED', 'ROLE_CHANGED', 'DISABLED', 'DELETED', 'TOKEN_REUSED');

-- CreateEnum
CREATE TYPE "OneTimePurpose" AS ENUM ('VERIFY_EMAIL', 'RESET_PASSWORD', 'SECOND_FACTOR');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN     "disabledAt" TIMESTAMPTZ(3),
ADD COLUMN     "emailVerifiedAt" TIMESTAMPTZ(3),
ADD COLUMN     "pendingEmail" TEXT,
ADD COLUMN     "twoFactorAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "userAgent" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "authenticatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "endedBy" "SessionEnd",

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- A family of refresh tokens is a session: who is signed in stays signed in.
INSERT INTO "Session" ("id", "userId", "userAgent", "address", "createdAt", "lastUsedAt", "authenticatedAt", "expiresAt", "endedAt", "endedBy")
SELECT "familyId", "userId", '', '', min("createdAt"), max("createdAt"), min("createdAt"), max("expiresAt"), min("revokedAt"),
  CASE WHEN min("revokedAt") IS NOT NULL THEN 'SIGNED_OUT'::"SessionEnd" END
FROM "RefreshToken" GROUP BY "familyId", "userId";

-- AlterTable
DROP INDEX "RefreshToken_tokenHash_key";
DROP INDEX "RefreshToken_familyId_idx";
DROP INDEX "RefreshToken_userId_idx";
ALTER TABLE "RefreshToken" DROP CONSTRAINT "RefreshToken_userId_fkey";
ALTER TABLE "RefreshToken" DROP CONSTRAINT "RefreshToken_pkey";
ALTER TABLE "RefreshToken" RENAME COLUMN "familyId" TO "sessionId";
ALTER TABLE "RefreshToken" DROP COLUMN "id", DROP COLUMN "userId", DROP COLUMN "expiresAt", DROP COLUMN "revokedAt",
ADD CONSTRAINT "RefreshToken_pkey" PRIMARY KEY ("tokenHash");

-- CreateTable
CREATE TABLE "OneTimeToken" (
    "tokenHash" BYTEA NOT NULL,
    "userId" UUID NOT NULL,
    "purpose" "OneTimePurpose" NOT NULL,
    "email" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OneTimeToken_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "FailedAttempts" (
    "subject" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL,
    "retryAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FailedAttempts_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "TwoFactor" (
    "userId" UUID NOT NULL,
    "sealedSecret" BYTEA NOT NULL,
    "lastStep" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "TwoFactor_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "codeHash" BYTEA NOT NULL,
    "userId" UUID NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("codeHash")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "accountId" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "address" TEXT,
    "userAgent" TEXT,
    "sessionId" UUID,
    "details" JSONB NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("accountId","sequence")
);

-- What is written stays written.
CREATE FUNCTION "keepAuditEntries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed nor removed';
END
$$;
CREATE TRIGGER "AuditEntry_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditEntry"
FOR EACH STATEMENT EXECUTE FUNCTION "keepAuditEntries"();

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");
CREATE INDEX "RefreshToken_sessionId_idx" ON "RefreshToken"("sessionId");
CREATE INDEX "OneTimeToken_userId_idx" ON "OneTimeToken"("userId");
CREATE INDEX "FailedAttempts_retryAt_idx" ON "FailedAttempts"("retryAt");
CREATE INDEX "RecoveryCode_userId_idx" ON "RecoveryCode"("userId");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RefreshToken" ADD CONSTRAINT "RefreshToken_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "Session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "OneTimeToken" ADD CONSTRAINT "OneTimeToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "TwoFactor" ADD CONSTRAINT "TwoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
