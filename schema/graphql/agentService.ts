import { Field, ID, Int, ObjectType } from 'type-graphql'
import { LIMITS } from '../limits.ts'
import { AgentSettings } from './agent.ts'
import { Size } from './size.ts'

@ObjectType({ description: 'A user whose agent is switched on.' })
export class AgentUser {
  @Field(() => ID, { description: 'UUIDv7.' })
  id!: string

  @Field({ description: 'Name of the user.' })
  name!: string

  @Field(() => AgentSettings, { description: 'The settings of the agent.' })
  settings!: AgentSettings
}

@ObjectType({ description: 'The research agent service, for admins.' })
export class AgentServiceStatus {
  @Field({ description: 'Whether the engine is running and has begun to scan its market.' })
  isRunning!: boolean

  @Field(() => Int, { description: 'How many users have switched their agents on.' })
  activeAgents!: number

  @Field(() => Date, { nullable: true, description: 'Market time of the last scan; null: there was none.' })
  lastScan!: Date | null

  @Field(() => Int, { description: 'Analyses that the last scan took.' })
  analyses!: number

  @Field(() => Int, { description: 'Milliseconds that the last scan took.' })
  tookMs!: number

  @Size(LIMITS.agent.users.max)
  @Field(() => [AgentUser], { description: 'Users whose agents are on, by name; at most 500.' })
  aiTradingUsers!: AgentUser[]
}
