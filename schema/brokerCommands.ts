import { z } from 'zod'

/** What a sign-in at the broker needs. Any length that a person may have typed; the broker refuses what is wrong. */
const signIn = z.object({ clientCode: z.string(), pin: z.string(), totpSecret: z.string() })

/** Its owner leaves live trades and orders that are open at the account connected before (openAtBroker.ts). */
const leaving = z.object({ leavesOpen: z.literal(true).optional() })

/** What the engine is asked to do at the broker, and with which secrets. They are sealed on their way. */
export const BROKER_COMMANDS = {
  /** Take over a session that the broker's login page gave. */
  CONNECT_WITH_TOKENS: leaving.extend({ jwt: z.string(), feedToken: z.string(), refreshToken: z.string().nullable() }),
  /** Sign in with PIN and one-time code; the secrets are kept only when `keep` says so. */
  CONNECT_WITH_PIN: signIn.extend({ keep: z.boolean(), ...leaving.shape }),
  /** The installation's account: keep what signs it in; it is not tried. */
  CONFIGURE: signIn,
  /** New tokens by the refresh token, or else by a sign-in with what is kept. */
  REFRESH: z.null(),
  /** New tokens by a sign-in with what is kept. */
  SIGN_IN: z.null(),
  /** Find out whether the account is ready for the open. */
  CHECK: z.null(),
  /** Sign out and remove all that is kept. */
  DISCONNECT: leaving.nullable(),
  /** Last prices of instruments, by their tokens. */
  QUOTE: z.object({ tokens: z.array(z.string()) }),
} as const satisfies Record<string, z.ZodType>

export type BrokerCommandKind = keyof typeof BROKER_COMMANDS
export type BrokerInput<Kind extends BrokerCommandKind> = z.output<(typeof BROKER_COMMANDS)[Kind]>

/** Something that the engine is asked to do at the broker, opened. */
export type BrokerCommand = {
  [Kind in BrokerCommandKind]: {
    readonly id: string
    /** Null: for the installation. */
    readonly userId: string | null
    readonly kind: Kind
    readonly input: BrokerInput<Kind>
  }
}[BrokerCommandKind]

/** The result of CONNECT_WITH_TOKENS and CONNECT_WITH_PIN. */
export const connectResult = z.object({
  /** The account that is connected now, by the last characters of its client code. */
  ending: z.string(),
  /** The other account in whose place it came; null: none. */
  replaced: z.string().nullable(),
})
export type ConnectResult = z.output<typeof connectResult>

/** The result of QUOTE, as `LastPrice` of the API: prices in rupees. */
export const quoteResult = z.array(z.object({ token: z.string(), symbol: z.string(), ltp: z.number(), at: z.iso.datetime() }))
