import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { modeInput, moveInput, settingsBody, settingsOf, strategyIdInput, subscriptionIdInput } from './input.ts'
import { restStrategy, restStrategySchema } from './restStrategy.ts'
import { restUserStrategy, restUserStrategySchema } from './restUserStrategy.ts'
import type { StrategyService } from './service.ts'

export function strategyRoutes(app: FastifyInstance, { services, signedIn }: RouteTools<{ readonly strategies: StrategyService }>): void {
  const documented = { tags: ['strategies'], security: BEARER }

  app.get(
    '/strategy/available',
    { schema: { ...documented, summary: 'Public strategies that are being run', response: answers(z.array(restStrategySchema)) } },
    async (request) => success((await services.strategies.available((await signedIn(request)).userId)).map(restStrategy)),
  )

  app.get(
    '/strategy/user',
    { schema: { ...documented, summary: "The signed-in user's subscriptions", response: answers(z.array(restUserStrategySchema)) } },
    async (request) => success((await services.strategies.mine((await signedIn(request)).userId)).map(restUserStrategy)),
  )

  app.post(
    '/strategy/subscribe',
    {
      schema: {
        ...documented,
        summary: 'Subscribe to a public strategy',
        body: jsonSchema(strategyIdInput, { strategyId: '01a1f3a2-51b0-7aa0-8a6b-0c3d5e7f9a12' }),
        response: answers(restUserStrategySchema, { status: 201 }),
      },
    },
    async (request, reply) => {
      const created = await services.strategies.subscribe(await signedIn(request), request.body)
      return reply.code(201).send(success(restUserStrategy(created), 'Successfully subscribed to strategy!'))
    },
  )

  app.post(
    '/strategy/user/activate-all',
    {
      schema: {
        ...documented,
        summary:
          "Let the user's subscriptions open trades; live ones that lack a gate stay paused, and 403 says so when there are only such",
        response: answers(
          z.object({ activated: z.int(), held: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })) }),
        ),
      },
    },
    async (request) => {
      const started = await services.strategies.activateAll(await signedIn(request), deviceOf(request))
      const held = started.held.map(({ name, reason }) => ` ${name} stays paused: ${reason}`).join('')
      return success(started, `Strategies activated: ${started.activated}.${held}`)
    },
  )

  app.delete(
    '/strategy/user/:id',
    {
      schema: {
        ...documented,
        summary: 'End a subscription; its open trades run to their own exit',
        params: jsonSchema(subscriptionIdInput),
        response: answers(z.object({ openTrades: z.int() })),
      },
    },
    async (request) => {
      const ended = await services.strategies.unsubscribe((await signedIn(request)).userId, request.params)
      const open = ended.openTrades === 0 ? '' : ` Trades still open: ${ended.openTrades}; each runs to its own exit.`
      return success(ended, `Successfully unsubscribed from strategy!${open}`)
    },
  )

  app.put(
    '/strategy/user/:id',
    {
      schema: {
        ...documented,
        summary:
          "Change the user's own settings of a subscription; what is left out stays, null goes back to the strategy's. " +
          'More lots, risk or trades, a wider stop, or live trading take a password given within ten minutes',
        params: jsonSchema(subscriptionIdInput),
        body: jsonSchema(settingsBody, { quantity: 2, maxTrades: 3, timeWindow: { start: '09:30', end: '14:45' } }),
        response: answers(restUserStrategySchema),
      },
    },
    async (request) => {
      const caller = await signedIn(request)
      const changed = await services.strategies.updateSettings(caller, request.params, settingsOf(request.body), deviceOf(request))
      return success(restUserStrategy(changed), 'Strategy settings updated')
    },
  )

  app.patch(
    '/strategy/user/:id/version',
    {
      schema: {
        ...documented,
        summary:
          'Trade by the newest version of the strategy; open trades keep to theirs. One that may risk more takes a password given within ten minutes',
        params: jsonSchema(subscriptionIdInput),
        body: jsonSchema(moveInput),
        response: answers(restUserStrategySchema),
      },
    },
    async (request) => {
      const moved = await services.strategies.moveToVersion(await signedIn(request), request.params, request.body)
      return success(restUserStrategy(moved), `The strategy trades by version ${moved.version}.`)
    },
  )

  app.patch(
    '/strategy/user/:id/toggle',
    {
      schema: {
        ...documented,
        summary: 'Stop a subscription from opening trades, or let it again',
        params: jsonSchema(subscriptionIdInput),
        response: answers(restUserStrategySchema),
      },
    },
    async (request) => {
      const changed = await services.strategies.toggle(await signedIn(request), request.params, deviceOf(request))
      return success(restUserStrategy(changed), `Strategy ${changed.isActive ? 'activated' : 'deactivated'} successfully!`)
    },
  )

  app.patch(
    '/strategy/user/:id/toggle-paper-trade',
    {
      schema: {
        ...documented,
        summary:
          'Switch between paper and live. Live takes all gates, the confirmation and a password given within ten minutes; 403 names every gate that is unmet. Paper takes nothing',
        params: jsonSchema(subscriptionIdInput),
        body: jsonSchema(modeInput),
        response: answers(restUserStrategySchema),
      },
    },
    async (request) => {
      const caller = await signedIn(request)
      const changed = await services.strategies.togglePaperTrade(caller, request.params, request.body, deviceOf(request))
      return success(restUserStrategy(changed), changed.paperTrade ? 'The strategy trades on paper.' : 'The strategy trades live.')
    },
  )
}
