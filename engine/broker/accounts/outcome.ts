import type { ConnectResult } from '../../../schema/brokerCommands.ts'
import type { ReadinessFacts } from '../../../schema/brokerReadiness.ts'
import type { ErrorCode, Result } from '../../../schema/errors.ts'
import type { Instant } from '../../../schema/time.ts'
import type { SessionTokens } from '../smartapi/SmartApiSignOn.ts'

/** What signs an account in without its owner. */
export interface KeptSecrets {
  readonly pin: string
  readonly totpSecret: string
}

/** An account's outcome at the broker. */
export type AccountChange =
  | {
      readonly kind: 'signedIn'
      readonly clientCode: string
      /** Null: not kept, as for the feed, which signs in by itself. */
      readonly tokens: SessionTokens | null
      readonly validUntil: Instant
      /** The market's time. */
      readonly marketAt: Instant
      /** Whether the owner leaves what is open at the account that this one replaces. */
      readonly leavesOpen: boolean
      /** `asBefore`: of the same client code; another code's are forgotten. */
      readonly keep: KeptSecrets | 'nothing' | 'asBefore'
    }
  | { readonly kind: 'configured'; readonly clientCode: string; readonly secrets: KeptSecrets }
  /** `forgets`: the kept secrets are wrong, and not retried. */
  | { readonly kind: 'refused'; readonly problem: string; readonly forgets: boolean }
  /** The tokens expired. */
  | { readonly kind: 'expired' }
  /** Findings about it; its session stays as it is. */
  | { readonly kind: 'checked'; readonly facts: ReadinessFacts }
  | { readonly kind: 'removed' }
  /** Its owner disconnects it: removed, or with `leavesOpen` all but its client code while something is open there. */
  | { readonly kind: 'disconnected'; readonly leavesOpen: boolean }

/** A command's outcome: its answer, and the account's change. Both are stored, or neither. */
export interface Outcome {
  readonly answer: Result<CommandResult, Refusal>
  readonly change: AccountChange | null
}

/** The requested data, or what was connected, as JSON; null: only that it is done. */
export type CommandResult = readonly LastPriceRow[] | ConnectResult | null

/** As `LastPrice` of the API (schema/graphql/broker.ts); `at` in ISO form. */
export interface LastPriceRow {
  readonly token: string
  readonly symbol: string
  readonly ltp: number
  readonly at: string
}

export interface Refusal {
  readonly code: ErrorCode
  /** For the user. */
  readonly text: string
}

/** An account at the broker as it is stored. */
export interface StoredAccount {
  readonly clientCode: string
  readonly state: 'CONNECTED' | 'EXPIRED' | 'REFUSED' | 'CONFIGURED'
  /** Null: none are kept, or none that can be opened. */
  readonly tokens: SessionTokens | null
  readonly kept: KeptSecrets | null
}
