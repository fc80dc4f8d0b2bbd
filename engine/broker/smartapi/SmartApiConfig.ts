/** Where one SmartAPI market is. */
export interface SmartApiMarket {
  /** REST root, without a trailing slash. */
  readonly restUrl: string
  /** WebSocket streaming 2.0 address. */
  readonly feedUrl: string
  /** Address of the order-status socket. */
  readonly updatesUrl: string
  /** Full address of OpenAPIScripMaster.json. */
  readonly masterUrl: string
  /** Full address of a sandbox's clock (`{marketId, clock}`); null for a market that runs in real time. */
  readonly clockUrl: string | null
  readonly apiKey: string
  /** The family of the address that orders must come from: calls leave by it. Not set: by either. */
  readonly family?: 4 | 6
  /** Overrides the market's own name. */
  readonly marketId?: string
}

/** What signs a client in. Holds secrets: never logged, never part of an error. */
export interface SmartApiAccount {
  readonly clientCode: string
  readonly pin: string
  /** The TOTP secret in Base32, as shown under the broker's QR code. */
  readonly totpSecret: string
}

/** A market, and who signs in to it. */
export interface SmartApiConfig extends SmartApiMarket, SmartApiAccount {}
