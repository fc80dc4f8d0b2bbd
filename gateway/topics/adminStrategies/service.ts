import { z } from 'zod'
import { addStrategyVersion } from '../../../prisma/addStrategyVersion.ts'
import { publish } from '../../../prisma/bus/publish.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import { createStrategy } from '../../../prisma/createStrategy.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { LastingEvent } from '../../../schema/events/SakhaEvent.ts'
import type { DeletedStrategy, ManagedStrategy, StrategyUsage } from '../../../schema/graphql/managedStrategies.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit, type AuditDetails } from '../audit/recordAudit.ts'
import type { Principal } from '../../kit/Principal.ts'
import type { Device } from '../../kit/Device.ts'
import { STRATEGY_VERDICTS } from '../../security/lossVerdicts.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { requireRecentPasswordToLoosen } from '../../security/requireRecentPassword.ts'
import type { Effects } from '../../kit/Effects.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { termsOf } from '../strategies/termsInput.ts'
import { withNewest, type StrategyRow } from '../strategies/toStrategy.ts'
import { choicesOf } from './choicesOf.ts'
import { describeChanges } from './describeChanges.ts'
import { freeSlug } from './freeSlug.ts'
import { editedInput, removalInput, strategyInput, strategyKeyInput } from './input.ts'
import { managedStrategies, usageOf } from './managedStrategies.ts'
import { refuseLiveStart } from './refuseLiveStart.ts'
import { OWN_RULES, refuseDraft, withRulesKept, withRulesOfType } from './rulesOfType.ts'
import { strategyUsage } from './strategyUsage.ts'

/** The admin who changes strategies, and the request's origin. */
export interface Admin {
  readonly caller: Principal
  readonly device: Device
}

/** The strategies as admins manage them. Every method throws FORBIDDEN to anybody else (requireAdmin). */
export class AdminStrategyService {
  readonly #db: Database
  readonly #effects: Effects
  constructor(db: Database, effects: Effects) {
    this.#db = db
    this.#effects = effects
  }

  /** All strategies, private and inactive ones too, by name. */
  async list(caller: Principal): Promise<ManagedStrategy[]> {
    requireAdmin(caller)
    return managedStrategies(this.#db, caller.userId)
  }

  /** Who runs them, in counts, by name. */
  async usage(caller: Principal): Promise<StrategyUsage[]> {
    requireAdmin(caller)
    return strategyUsage(this.#db)
  }

  /**
   * Makes a strategy. Without rules it has those of the template of its type; one of no type, or `custom`, is a draft then. Throws
   * BAD_USER_INPUT, CONFLICT when the limit on strategies is reached, or when a draft is to be active; REAUTHENTICATION_REQUIRED for one that is
   * shown to everyone or active.
   */
  async create(admin: Admin, input: unknown, key: string | null): Promise<ManagedStrategy> {
    const { caller } = admin
    requireAdmin(caller)
    const strategy = parseInput(strategyInput, withRulesOfType(input))
    refuseLiveStart(strategy)
    if (strategy.isActive) refuseDraft(strategy.rules)
    const { name, description, type, category, isPublic, isActive, instruments } = strategy
    const id = await this.#effects.once(
      { userId: caller.userId, key, request: { createStrategy: input }, answer: z.string() },
      async (tx) => {
        const slug = await freeSlug(tx, name)
        const there = await tx.strategy.count({ where: { archivedAt: null } })
        if (there >= LIMITS.strategies.max)
          throw new UserFacingError('CONFLICT', `There are ${there} strategies; the maximum is ${LIMITS.strategies.max}. Delete one first.`)
        const identity = {
          slug,
          name,
          description: description ?? '',
          type: type ?? OWN_RULES,
          category: category ?? type ?? OWN_RULES,
          isPublic: isPublic ?? false,
          isActive: isActive ?? false,
        }
        const terms = { ...termsOf(strategy), instruments }
        const choices = choicesOf(identity, terms)
        // One that nobody sees and that is off loses nothing.
        requireRecentPasswordToLoosen(caller, STRATEGY_VERDICTS, { ...choices, isPublic: false, isActive: false }, choices)
        const made = await createStrategy(tx, identity, terms, caller.userId)
        await this.#told(tx, admin, { type: 'strategy.changed', strategyId: made }, 'STRATEGY_CREATED', { name, version: 1 })
        return made
      },
    )
    return this.#one(caller.userId, id)
  }

  /**
   * Saves an edited strategy; what is left out stays as it is, the rules too. Changed terms make a new version, for new subscriptions; subscribers keep theirs until they move. Throws
   * BAD_USER_INPUT, NOT_FOUND, CONFLICT when somebody else has changed it since `updatedAt`, REAUTHENTICATION_REQUIRED when it may lose more.
   */
  async update(admin: Admin, edited: unknown, input: unknown): Promise<ManagedStrategy> {
    const { caller } = admin
    requireAdmin(caller)
    const { id, updatedAt } = parseInput(editedInput, edited)
    await this.#db.$transaction(async (tx) => {
      const before = await lockStrategy(tx, id)
      const strategy = parseInput(strategyInput, withRulesKept(input, before.newest.rules))
      refuseLiveStart(strategy)
      if (updatedAt && before.updatedAt.getTime() !== Date.parse(updatedAt))
        throw new UserFacingError('CONFLICT', 'Someone else has changed this strategy. Reload it, then make your change again.')
      const { name, description, type, category, isPublic, isActive, instruments } = strategy
      const identity = {
        ...{ name, description: description ?? before.description, category: category ?? before.category, type: type ?? before.type },
        ...{ isPublic: isPublic ?? before.isPublic, isActive: isActive ?? before.isActive },
      }
      if (identity.isActive) refuseDraft(strategy.rules)
      const terms = { ...termsOf(strategy), instruments }
      requireRecentPasswordToLoosen(caller, STRATEGY_VERDICTS, choicesOf(before, before.newest), choicesOf(identity, terms))
      const changes = describeChanges(before.newest, terms)
      const version = changes.length === 0 ? before.version : await addStrategyVersion(tx, id, terms, { changes, createdBy: caller.userId })
      await tx.strategy.update({ where: { id }, data: identity })
      const event: LastingEvent =
        version === before.version ? { type: 'strategy.changed', strategyId: id } : { type: 'strategy.versioned', strategyId: id, version }
      await this.#told(tx, admin, event, 'STRATEGY_CHANGED', { name, version })
    })
    return this.#one(caller.userId, id)
  }

  /** Shows a strategy to everyone, or hides it: a hidden one does not trade for its subscribers. Throws NOT_FOUND, to show it REAUTHENTICATION_REQUIRED. */
  togglePublic(admin: Admin, input: unknown): Promise<ManagedStrategy> {
    return this.#toggle(admin, input, 'isPublic')
  }

  /** Switches a strategy on or off: one that is off opens nothing. Throws NOT_FOUND; to switch it on CONFLICT for a draft, REAUTHENTICATION_REQUIRED. */
  toggleActive(admin: Admin, input: unknown): Promise<ManagedStrategy> {
    return this.#toggle(admin, input, 'isActive')
  }

  /**
   * Removes a strategy: its subscriptions end, its trades and versions stay for their users. Throws NOT_FOUND, CONFLICT with the numbers
   * while trades of it are open, and while it has subscribers and `confirm` is not true.
   */
  async remove(admin: Admin, input: unknown): Promise<DeletedStrategy> {
    requireAdmin(admin.caller)
    const { id, confirm } = parseInput(removalInput, input)
    return this.#db.$transaction(async (tx) => {
      const { name, version } = await lockStrategy(tx, id)
      const { subscribers = 0, openTrades = 0 } = (await usageOf(tx, id)).get(id) ?? {}
      if (openTrades > 0)
        throw new UserFacingError(
          'CONFLICT',
          `Open trades of this strategy: ${openTrades}. Switch it off, and delete it when they have closed.`,
        )
      if (subscribers > 0 && confirm !== true)
        throw new UserFacingError(
          'CONFLICT',
          `Users subscribed to this strategy: ${subscribers}. Confirm that their subscriptions end with it.`,
        )
      const now = new Date()
      const ended = await tx.subscription.updateMany({
        where: { strategyId: id, endedAt: null },
        data: { endedAt: now, isActive: false },
      })
      await tx.strategy.update({ where: { id }, data: { archivedAt: now, isPublic: false, isActive: false } })
      const details = { name, version, endedSubscriptions: ended.count }
      await this.#told(tx, admin, { type: 'strategy.archived', strategyId: id }, 'STRATEGY_DELETED', details)
      return { id, endedSubscriptions: ended.count }
    })
  }

  async #toggle(admin: Admin, input: unknown, flag: 'isPublic' | 'isActive'): Promise<ManagedStrategy> {
    requireAdmin(admin.caller)
    const { id } = parseInput(strategyKeyInput, input)
    await this.#db.$transaction(async (tx) => {
      // Locked: of two concurrent calls the second toggles the result of the first.
      const before = await lockStrategy(tx, id)
      const is = !before[flag]
      if (flag === 'isActive' && is) refuseDraft(before.newest.rules)
      const was = choicesOf(before, before.newest)
      requireRecentPasswordToLoosen(admin.caller, STRATEGY_VERDICTS, was, { ...was, [flag]: is })
      await tx.strategy.update({ where: { id }, data: { [flag]: is } })
      await this.#told(tx, admin, { type: 'strategy.changed', strategyId: id }, 'STRATEGY_CHANGED', { name: before.name, [flag]: is })
    })
    return this.#one(admin.caller.userId, id)
  }

  /** Publishes a change and records it in the admin's audit log. */
  async #told(tx: Transaction, { caller, device }: Admin, event: LastingEvent, action: AuditAction, details: AuditDetails): Promise<void> {
    await publish(tx, event)
    const { userId: accountId, sessionId } = caller
    await recordAudit(tx, { accountId, action, device, sessionId, details })
  }

  async #one(userId: string, id: string): Promise<ManagedStrategy> {
    const [strategy] = await managedStrategies(this.#db, userId, { id })
    if (!strategy) throw noSuchStrategy()
    return strategy
  }
}

/** A strategy that was not removed, locked until the transaction ends. Throws NOT_FOUND. Raw SQL: it locks the row. */
async function lockStrategy(tx: Transaction, id: string): Promise<StrategyRow> {
  await tx.$executeRaw`SELECT FROM "Strategy" WHERE id = ${id}::uuid FOR UPDATE`
  const row = await tx.strategy.findFirst({ where: { id, archivedAt: null }, include: withNewest })
  if (!row) throw noSuchStrategy()
  return row
}

const noSuchStrategy = () => new UserFacingError('NOT_FOUND', 'There is no such strategy.')
