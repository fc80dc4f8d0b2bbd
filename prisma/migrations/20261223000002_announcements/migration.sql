-- What admins tell users in a banner.
CREATE TYPE "Audience" AS ENUM ('EVERYONE', 'USERS', 'ADMINS', 'LIVE_TRADERS');

CREATE TABLE "Announcement" (
    "id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "startsAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "audience" "Audience" NOT NULL,
    "by" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Announcement_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Announcement_endsAt_idx" ON "Announcement"("endsAt");
