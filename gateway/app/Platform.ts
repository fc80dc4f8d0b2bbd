import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Database, Pool } from '../../prisma/client.ts'
import type { CurrentMarketRules } from '../../prisma/CurrentMarketRules.ts'
import type { Background } from '../kit/Background.ts'
import type { Effects } from '../kit/Effects.ts'
import type { EventWaits } from '../kit/EventWaits.ts'
import type { AccessTokens } from '../security/AccessTokens.ts'
import type { KnownDevices } from '../security/KnownDevices.ts'
import type { RefreshTokens } from '../security/RefreshTokens.ts'
import type { Sealer } from '../security/Sealer.ts'
import type { SentFiles } from '../security/SentFiles.ts'
import type { GatewayConfig } from './readConfig.ts'

/** What is there before any topic: any of them may need it. */
export interface Platform {
  readonly config: GatewayConfig
  readonly log: FastifyBaseLogger
  /** What is counted and measured. */
  readonly metrics: Registry
  readonly db: Database
  readonly pool: Pool
  readonly rules: CurrentMarketRules
  readonly background: Background
  readonly effects: Effects
  readonly waits: EventWaits
  readonly sealer: Sealer
  readonly accessTokens: AccessTokens
  readonly refreshTokens: RefreshTokens
  readonly knownDevices: KnownDevices
  readonly sentFiles: SentFiles
}
