import { Arg, Ctx, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { AgentMandateInput, AgentSettingsInput, AgentStatus, AgentTradeConnection } from '../../../schema/graphql/agent.ts'
import { AgentAnalysesInput, AgentAnalysis, AgentAnalysisConnection, AgentPath } from '../../../schema/graphql/agentAnalysis.ts'
import { AgentProposal } from '../../../schema/graphql/agentProposal.ts'
import { AgentKey, AgentKeyHistory } from '../../../schema/graphql/agentKey.ts'
import { AgentOutcomes } from '../../../schema/graphql/agentOutcomes.ts'
import { AgentServiceStatus } from '../../../schema/graphql/agentService.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext, RequestContext } from '../../kit/RequestContext.ts'
import type { AgentReader } from './AgentReader.ts'
import type { Analyses } from './Analyses.ts'
import type { KeyRecords } from './KeyRecords.ts'
import type { Outcomes } from './Outcomes.ts'
import type { Proposals } from './Proposals.ts'
import type { AgentService } from './service.ts'
import type { ServiceStatus } from './ServiceStatus.ts'

interface Services {
  readonly agents: AgentService
  readonly agentReader: AgentReader
  readonly analyses: Analyses
  readonly proposals: Proposals
  readonly agentKeys: KeyRecords
  readonly agentOutcomes: Outcomes
  readonly agentServiceStatus: ServiceStatus
}

@Resolver()
export class AgentResolver {
  readonly #services: Services
  constructor(services: Services) {
    this.#services = services
  }

  @Query(() => AgentStatus, { description: 'The AI trading agent of the signed-in user.' })
  agentStatus(@Ctx() context: RequestContext): Promise<AgentStatus> {
    return this.#services.agentReader.status(context.signedIn().userId)
  }

  @Size(asked('first', LIMITS.history))
  @Query(() => AgentTradeConnection, { description: "The trades of the signed-in user's agent, latest entry first." })
  agentTrades(
    @Arg('first', () => Int, { defaultValue: LIMITS.history.default, description: 'Trades on the page, 1–200.' }) first: number,
    @Arg('after', () => ID, { nullable: true, description: '`endCursor` of the page before; the first page when left out.' })
    after: string | null,
    @Arg('analysisId', () => ID, { nullable: true, description: 'Only those that this analysis caused; all when left out.' })
    analysisId: string | null,
    @Ctx() context: RequestContext,
  ): Promise<AgentTradeConnection> {
    return this.#services.agents.trades(context.signedIn().userId, { first, after, analysisId })
  }

  @Size(asked('input.first', LIMITS.agent.analyses))
  @Query(() => AgentAnalysisConnection, {
    description: 'The decision records of the present market, the latest first; all users share them.',
  })
  agentAnalyses(
    @Arg('input', () => AgentAnalysesInput, { nullable: true, description: 'Filters and page; all of them when left out.' })
    input: AgentAnalysesInput | null,
    @Ctx() context: RequestContext,
  ): Promise<AgentAnalysisConnection> {
    return this.#services.analyses.page(context.signedIn(), input)
  }

  @Query(() => AgentAnalysis, { description: 'One decision record of the present market.' })
  agentAnalysis(@Arg('id', () => ID, { description: 'The analysis.' }) id: string, @Ctx() context: RequestContext): Promise<AgentAnalysis> {
    context.signedIn()
    return this.#services.analyses.one({ id })
  }

  @Size(50)
  @Query(() => [AgentPath], { description: 'What the index did around the similar moments of an analysis, in their order.' })
  agentPaths(@Arg('id', () => ID, { description: 'The analysis.' }) id: string, @Ctx() context: RequestContext): Promise<AgentPath[]> {
    context.signedIn()
    return this.#services.analyses.paths({ id })
  }

  @Size(8)
  @Query(() => [AgentKey], { description: 'The record of every key: gate, shadow trades, forecasts, walk-forward; by index and lookback.' })
  agentKeys(@Ctx() context: RequestContext): Promise<AgentKey[]> {
    context.signedIn()
    return this.#services.agentKeys.all()
  }

  @Query(() => AgentKeyHistory, { description: 'The record of one key over time.' })
  agentKeyHistory(
    @Arg('symbol', () => String, { description: 'The index.' }) symbol: string,
    @Arg('lookback', () => Int, { description: 'A lookback of the shadow grid.' }) lookback: number,
    @Ctx() context: RequestContext,
  ): Promise<AgentKeyHistory> {
    context.signedIn()
    return this.#services.agentKeys.history({ symbol, lookback })
  }

  @Query(() => AgentOutcomes, {
    description: 'What came of the stored analyses of a key, and of what the agent of the signed-in user would have traded on its index.',
  })
  agentOutcomes(
    @Arg('symbol', () => String, { description: 'The index.' }) symbol: string,
    @Arg('lookback', () => Int, { description: 'Any lookback.' }) lookback: number,
    @Ctx() context: RequestContext,
  ): Promise<AgentOutcomes> {
    return this.#services.agentOutcomes.of(context.signedIn().userId, { symbol, lookback })
  }

  @Query(() => AgentServiceStatus, { description: 'The research agent service and its users; for admins with two-factor sign-in.' })
  agentServiceStatus(@Ctx() context: RequestContext): Promise<AgentServiceStatus> {
    return this.#services.agentServiceStatus.read(context.signedIn())
  }

  @Mutation(() => AgentStatus, {
    description:
      'Switches the agent on or off, to the state that is sent, with the settings that come along. What may lose more takes a password given within ten minutes.',
  })
  toggleAgent(
    @Arg('enabled', () => Boolean, { description: 'Whether it is to be on.' }) enabled: boolean,
    @Arg('settings', () => AgentSettingsInput, { nullable: true, description: 'As for updateAgentSettings.' })
    settings: AgentSettingsInput | null,
    @Ctx() context: HttpContext,
  ): Promise<AgentStatus> {
    return this.#services.agents.toggle(context.signedIn(), { enabled, settings }, context.device)
  }

  @Mutation(() => AgentStatus, {
    description:
      'Changes the settings of the agent. One out of its bounds is refused, and with it all others. What may lose more takes a password given within ten minutes.',
  })
  updateAgentSettings(
    @Arg('settings', () => AgentSettingsInput, { description: 'What is to change.' }) settings: AgentSettingsInput,
    @Ctx() context: HttpContext,
  ): Promise<AgentStatus> {
    return this.#services.agents.updateSettings(context.signedIn(), settings, context.device)
  }

  @Mutation(() => AgentStatus, {
    description:
      'Changes what the agent may do beside its settings, halts it or releases it. What may lose more takes a password given within ten minutes.',
  })
  updateAgentMandate(
    @Arg('mandate', () => AgentMandateInput, { description: 'What is to change.' }) mandate: AgentMandateInput,
    @Ctx() context: HttpContext,
  ): Promise<AgentStatus> {
    return this.#services.agents.updateMandate(context.signedIn(), mandate, context.device)
  }

  @Mutation(() => AgentProposal, {
    description:
      'Approves or declines a trade that the agent has proposed. What was approved passes every check once more, as things are then, and is traded once; the answer says what came of it.',
  })
  answerAgentProposal(
    @Arg('id', () => ID, { description: 'The proposal.' }) id: string,
    @Arg('approve', () => Boolean, { description: 'True: trade it; false: leave it.' }) approve: boolean,
    @Ctx() context: HttpContext,
  ): Promise<AgentProposal> {
    return this.#services.proposals.answer(context.signedIn(), { id, approve }, context.device)
  }

  @Mutation(() => AgentStatus, {
    description:
      'Confirms that the agent trades an index live, with at most the lots of its settings, by the version of the model that runs. The last step: refused with every other gate that is unmet. Takes a recent password.',
  })
  confirmAgentLive(
    @Arg('index', () => String, { description: 'An index of the mandate.' }) index: string,
    @Arg('typed', () => String, { description: '`AgentLiveIndex.word`, as the user has typed it.' }) typed: string,
    @Ctx() context: HttpContext,
  ): Promise<AgentStatus> {
    return this.#services.agents.confirmLive(context.signedIn(), { index, typed }, context.device)
  }

  @Size(4)
  @Mutation(() => [AgentAnalysis], {
    description: 'Analyses every index of the mandate now and answers with the records; at most once a minute for each user.',
  })
  triggerAgentAnalysis(@Ctx() context: HttpContext): Promise<AgentAnalysis[]> {
    return this.#services.agents.trigger(context.signedIn().userId)
  }

  @Subscription(() => AgentStatus, {
    description: "The signed-in user's agent whenever it was changed, its market was scanned, or a trade was opened or closed.",
    subscribe: openStream,
  })
  agentStatusChanged(@Root() status: AgentStatus): AgentStatus {
    return status
  }
}
