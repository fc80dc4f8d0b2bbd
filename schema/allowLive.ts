import { z } from 'zod'
import { err, ok, type Result } from './errors.ts'

/** Who may trade live in an installation: nobody, every account, or the one account with an e-mail address (in lower case). */
export type AllowLive = 'NOBODY' | 'EVERYBODY' | { readonly email: string }

/** Where market data come from and accounts sign in. `smartapi` is Angel One; the sandbox speaks its protocol. */
export const BROKERS = ['sandbox', 'smartapi'] as const
export type Broker = (typeof BROKERS)[number]

/** The variables that decide it, the same for gateway and engine; the descriptions are printed into `.env.example`. */
export const allowLiveEnvironment = {
  BROKER: z
    .enum(BROKERS, 'must be sandbox or smartapi')
    .default('sandbox')
    .describe('Where market data come from and accounts sign in: sandbox, or smartapi, which is Angel One.'),
  ALLOW_LIVE: z
    .string()
    .optional()
    .describe(
      'Whether strategies may send real orders. Not set: nobody may. With BROKER=sandbox, yes: every account may, with the money of the sandbox. With BROKER=smartapi it is the e-mail address of the one account that may, which is yours: in India, trading for several clients takes empanelment with the exchange as an algo provider.',
    ),
}

/** Reads them, or says what is wrong with ALLOW_LIVE. */
export function readAllowLive({
  BROKER,
  ALLOW_LIVE,
}: {
  readonly BROKER: Broker
  readonly ALLOW_LIVE?: string | undefined
}): Result<AllowLive, readonly string[]> {
  if (ALLOW_LIVE === undefined) return ok('NOBODY')
  if (BROKER === 'sandbox')
    return ALLOW_LIVE === 'yes'
      ? ok('EVERYBODY')
      : err([`ALLOW_LIVE: with BROKER=sandbox it must be yes or not set, found "${ALLOW_LIVE}"`])
  const email = z.email().safeParse(ALLOW_LIVE.toLowerCase())
  return email.success
    ? ok({ email: email.data })
    : err([`ALLOW_LIVE: with BROKER=smartapi it must be the e-mail address of the one account that trades live, found "${ALLOW_LIVE}"`])
}

/** Whether the account with an e-mail address (in lower case) may trade live. */
export function mayTradeLive(allowed: AllowLive, email: string): boolean {
  return typeof allowed === 'string' ? allowed === 'EVERYBODY' : allowed.email === email
}
