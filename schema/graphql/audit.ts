import { GraphQLJSONObject } from 'graphql-scalars'
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { LIMITS } from '../limits.ts'
import { COUNTED, Size } from './size.ts'

export const AuditFileFormat = { CSV: 'CSV', NDJSON: 'NDJSON' } as const
export type AuditFileFormat = keyof typeof AuditFileFormat
registerEnumType(AuditFileFormat, {
  name: 'AuditFileFormat',
  description: 'A file of the audit log.',
  valuesConfig: { CSV: { description: 'For spreadsheets.' }, NDJSON: { description: 'An entry a line, as JSON.' } },
})

@ObjectType({ description: 'Something that happened to an account.' })
export class AuditEntry {
  @Field(() => Int, { description: '1, 2, 3 … for each account.' })
  sequence!: number

  @Field({ description: 'When.' })
  at!: Date

  @Field({ description: 'What, as a stable name, for example PASSWORD_CHANGED.' })
  action!: string

  @Field({ description: 'What, in words.' })
  text!: string

  @Field({ description: '`owner`, or who else did it.' })
  actor!: string

  @Field(() => String, { nullable: true, description: 'Network address of the request, when there was one.' })
  address!: string | null

  @Field(() => String, { nullable: true, description: 'What the device called itself.' })
  userAgent!: string | null

  @Field(() => ID, { nullable: true, description: 'The session it happened in or to.' })
  sessionId!: string | null

  @Field(() => GraphQLJSONObject, { description: 'Further facts; never a secret.' })
  details!: object
}

@ObjectType({ description: 'A page of the audit log.' })
export class AuditLog {
  @Size(COUNTED)
  @Field(() => [AuditEntry], { description: 'The latest first.' })
  entries!: AuditEntry[]

  @Field(() => Int, { nullable: true, description: 'The `before` of the next page; null on the last one.' })
  next!: number | null
}

@ObjectType({ description: "An entry of the installation's audit log, as admins read it." })
export class InstallationAuditEntry extends AuditEntry {
  @Field({ description: '`after` of what follows.' })
  cursor!: string

  @Field(() => ID, { description: 'The account it happened to.' })
  accountId!: string

  @Field(() => String, { nullable: true, description: 'The e-mail address of that account; null once it was deleted.' })
  account!: string | null

  @Field({ description: '`owner`, `command line`, or the name of the admin who did it.' })
  by!: string
}

@ObjectType({ description: 'An action that the audit log knows.' })
export class AuditActionName {
  @Field({ description: 'Its stable name, for example PASSWORD_CHANGED.' })
  name!: string

  @Field({ description: 'The same in words.' })
  text!: string
}

@ObjectType({ description: "A page of the installation's audit log." })
export class InstallationAuditLog {
  @Size(COUNTED)
  @Field(() => [InstallationAuditEntry], { description: 'The latest first.' })
  entries!: InstallationAuditEntry[]

  @Field(() => String, { nullable: true, description: 'The `after` of the next page; null on the last one.' })
  next!: string | null
}

@ObjectType({ description: 'An account whose entries do not follow from those before them: somebody has changed the log.' })
export class BrokenAuditChain {
  @Field(() => ID, { description: 'The account.' })
  accountId!: string

  @Size(10)
  @Field(() => [Int], { description: 'The numbers of its entries that do not follow.' })
  entries!: number[]
}

@ObjectType({ description: 'What was found in the chains of some accounts.' })
export class AuditVerification {
  @Field(() => Int, { description: 'Accounts whose entries were looked through.' })
  accounts!: number

  @Size(LIMITS.auditLog.verified)
  @Field(() => [BrokenAuditChain], { description: 'Those that were changed; empty while the log is whole.' })
  broken!: BrokenAuditChain[]

  @Field(() => ID, { nullable: true, description: 'The `after` of the accounts that follow; null when all have been looked through.' })
  next!: string | null
}

@InputType({ description: "Which entries of the installation's audit log." })
export class AuditFilterInput {
  @Field(() => String, { nullable: true, description: 'Only this action, for example ROLE_CHANGED.' })
  action?: string | null

  @Field(() => String, { nullable: true, description: 'Only what happened to this account: its e-mail address or its id.' })
  account?: string | null

  @Field(() => String, { nullable: true, description: 'Only what was done by `owner`, `command line`, or an admin: e-mail address or id.' })
  actor?: string | null

  @Field(() => String, { nullable: true, description: 'First day in India, YYYY-MM-DD.' })
  fromDate?: string | null

  @Field(() => String, { nullable: true, description: 'Last day in India, YYYY-MM-DD.' })
  toDate?: string | null
}

@InputType({ description: "Filters and page of the installation's audit log." })
export class AuditPageInput extends AuditFilterInput {
  @Field(() => Int, { nullable: true, description: 'Entries on the page, 1–100; 20 when left out.' })
  first?: number | null

  @Field(() => String, { nullable: true, description: '`next` of the page before; the first page when left out.' })
  after?: string | null
}
