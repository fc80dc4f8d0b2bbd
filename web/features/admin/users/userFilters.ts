import { ROLES, type Role } from '../../../../schema/roles.ts'
import { LIMITS } from '../../../../schema/limits.ts'
import { USER_STATES, type UserState } from '../../../../schema/userLists.ts'
import type { ManagedUsersInput } from '../../../gql/generated/graphql.ts'
import { capitalised } from '../../../lib/capitalised.ts'

/** The filters in the address; an empty text is no filter, and as the order the newest first. */
export const NO_FILTERS = { search: '', role: '', state: '', twoFactor: '', live: '', broker: '', sort: '' } as const
export type UserFilters = Readonly<Record<keyof typeof NO_FILTERS, string>>

const STATE_TEXTS = { ACTIVE: 'Active', SUSPENDED: 'Suspended', UNCONFIRMED: 'Address not confirmed' } as const satisfies Record<
  UserState,
  string
>

/** The orders of the list by their name in the address. */
export const ORDERS: Readonly<Record<string, { readonly text: string; readonly input: Pick<ManagedUsersInput, 'sort' | 'descending'> }>> = {
  '': { text: 'Newest first', input: {} },
  oldest: { text: 'Oldest first', input: { sort: 'JOINED', descending: false } },
  name: { text: 'By name', input: { sort: 'NAME', descending: false } },
  seen: { text: 'Last seen first', input: { sort: 'LAST_SEEN', descending: true } },
  open: { text: 'Most open trades first', input: { sort: 'OPEN_TRADES', descending: true } },
  loss: { text: 'Largest loss today first', input: { sort: 'TODAY', descending: false } },
}

/** What each filter offers, by its value in the address. */
export const CHOICES: Readonly<
  Record<Exclude<keyof UserFilters, 'search' | 'sort'>, { readonly label: string; readonly texts: Readonly<Record<string, string>> }>
> = {
  role: { label: 'Role', texts: Object.fromEntries(ROLES.map((role) => [role, capitalised(role)])) },
  state: { label: 'State', texts: STATE_TEXTS },
  twoFactor: { label: 'Two-factor', texts: { true: 'On', false: 'Off' } },
  live: { label: 'Live trading', texts: { true: 'Live', false: 'Not live' } },
  broker: { label: 'Broker', texts: { true: 'Connected', false: 'Not connected' } },
}

/** The filters as the API takes them; what an address has made up is none. */
export function toInput({ search, role, state, sort, ...flags }: UserFilters): ManagedUsersInput {
  const isRole = (text: string): text is Role => ROLES.some((each) => each === text)
  const isState = (text: string): text is UserState => USER_STATES.some((each) => each === text)
  const chosen = Object.entries(flags).flatMap(([name, text]) => (text === 'true' || text === 'false' ? [[name, text === 'true']] : []))
  return {
    search: search.slice(0, LIMITS.managedUsers.search),
    ...(isRole(role) ? { role } : {}),
    ...(isState(state) ? { state } : {}),
    ...(Object.fromEntries(chosen) as Partial<Record<keyof typeof flags, boolean>>),
    ...orderOf(sort).input,
  }
}

export const orderOf = (sort: string) => (Object.hasOwn(ORDERS, sort) ? ORDERS[sort]! : ORDERS['']!)
