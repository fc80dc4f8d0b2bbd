import { GraphQLJSONObject } from 'graphql-scalars'
import { Field, Float, InputType, Int, ObjectType } from 'type-graphql'
import type { MarketTables } from '../market/MarketTables.ts'
import { Size } from './size.ts'

@ObjectType({ description: 'A day of India VIX.' })
export class VixDay {
  @Field({ description: 'YYYY-MM-DD.' })
  date!: string

  @Field(() => Float, { description: 'As it is published, in per cent a year: 12.18.' })
  close!: number
}

@ObjectType({ description: 'Daily India VIX, by which backtests price options on days without recorded prices.' })
export class VixTable {
  @Field(() => Int, { description: 'Days that are stored.' })
  days!: number

  @Field(() => String, { nullable: true, description: 'The first of them; null: there is none.' })
  from!: string | null

  @Size(30)
  @Field(() => [VixDay], { description: 'The last thirty, newest first.' })
  latest!: VixDay[]
}

@ObjectType({ description: 'What the exchanges and the tax office have laid down, as admins manage it.' })
export class ManagedMarket {
  @Field(() => Int, { description: 'Of the last change, 0 before the first: a change of it names it.' })
  version!: number

  @Field(() => GraphQLJSONObject, { description: 'All tables by name, as `npm run admin -- market export` writes them.' })
  tables!: MarketTables

  @Field(() => VixTable, { description: 'Days of India VIX.' })
  vix!: VixTable
}

@ObjectType({ description: 'Something in market tables that cannot be used.' })
export class MarketMistake {
  @Field({ description: 'Table, row counted from 0, column: `lotRules[2].lot`; of India VIX the line of the file.' })
  path!: string

  @Field(() => String, { nullable: true, description: 'The row as JSON; null: it is no single row.' })
  row!: string | null

  @Field({ description: 'What was expected, and what is there.' })
  reason!: string
}

@ObjectType({ description: 'A contract of which trades are open, and what a change means for it.' })
export class AffectedContract {
  @Field({ description: 'Its trading symbol.' })
  option!: string

  @Field(() => Int, { description: 'Open trades on paper.' })
  paper!: number

  @Field(() => Int, { description: 'Open trades with money.' })
  live!: number

  @Size(10)
  @Field(() => [String], { description: 'What becomes of it, in words.' })
  effects!: string[]
}

@ObjectType({ description: 'A change of the market tables that was made.' })
export class MarketChange {
  @Field(() => Int, { description: '1, 2, 3 …' })
  version!: number

  @Field({ description: 'When.' })
  at!: Date

  @Field({ description: 'The name of the admin, or `command line`.' })
  by!: string

  @Size(20)
  @Field(() => [String], { description: 'In words, a line for each row that it added, removed or changed.' })
  changes!: string[]
}

@ObjectType({ description: 'What a change of the market tables would do. Nothing is stored.' })
export class MarketPreview {
  @Field(() => Int, { description: 'The version that it was held against; saving names it.' })
  version!: number

  @Size(50)
  @Field(() => [MarketMistake], { description: 'Why it cannot be saved; empty: it can.' })
  mistakes!: MarketMistake[]

  @Size(20)
  @Field(() => [String], { description: 'In words, a line for each row that it adds, removes or changes; empty: none.' })
  changes!: string[]

  @Size(100)
  @Field(() => [AffectedContract], { description: 'Contracts with open trades for which it means something.' })
  affected!: AffectedContract[]
}

@InputType({ description: 'A change of the market tables: exactly one of its fields.' })
export class MarketChangeInput {
  @Field(() => GraphQLJSONObject, { nullable: true, description: 'All tables by name, in the place of those in force.' })
  tables?: Record<string, unknown> | null

  @Field(() => String, { nullable: true, description: 'Days of India VIX as CSV, with the columns date and close.' })
  vix?: string | null

  @Field(() => Int, { nullable: true, description: 'A version: what it changed is as it was before it.' })
  undo?: number | null
}
