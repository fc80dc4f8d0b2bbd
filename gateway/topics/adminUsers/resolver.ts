import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import {
  ManagedUserConnection,
  ManagedUserDetails,
  ManagedUsersInput,
  UserActInput,
  UserChangeInput,
  UserRoleInput,
} from '../../../schema/graphql/managedUsers.ts'
import { asked, Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { AdminUserService } from './service.ts'

const CHANGE = 'The account, as it was looked at, and why.'
const ACT = 'The account, and why.'

@Resolver()
export class AdminUserResolver {
  readonly #adminUsers: AdminUserService
  constructor({ adminUsers }: { readonly adminUsers: AdminUserService }) {
    this.#adminUsers = adminUsers
  }

  @Size(asked('input.first', LIMITS.managedUsers))
  @Query(() => ManagedUserConnection, {
    description: 'Accounts, the newest first unless sorted otherwise; for admins with two-factor sign-in.',
  })
  managedUsers(
    @Arg('input', () => ManagedUsersInput, { description: 'Which ones.' }) input: ManagedUsersInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedUserConnection> {
    return this.#adminUsers.list(context.signedIn(), input)
  }

  @Query(() => ManagedUserDetails, { description: 'One account; for admins.' })
  managedUser(@Arg('id', () => ID, { description: 'The account.' }) id: string, @Ctx() context: HttpContext): Promise<ManagedUserDetails> {
    return this.#adminUsers.one(context.signedIn(), { id })
  }

  @Mutation(() => ManagedUserDetails, {
    description:
      'Ends every session of an account, lets nobody sign in, and opens no more trades for it; for admins. Needs a recent password; CONFLICT when it has changed since, or is the last admin’s.',
  })
  suspendUser(
    @Arg('input', () => UserChangeInput, { description: CHANGE }) input: UserChangeInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedUserDetails> {
    return this.#adminUsers.suspend(adminOf(context), input)
  }

  @Mutation(() => ManagedUserDetails, {
    description: 'Lets the owner of a suspended account sign in again, and trades be opened for it; for admins. Needs a recent password.',
  })
  restoreUser(
    @Arg('input', () => UserChangeInput, { description: CHANGE }) input: UserChangeInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedUserDetails> {
    return this.#adminUsers.restore(adminOf(context), input)
  }

  @Mutation(() => ManagedUserDetails, {
    description:
      'Gives an account a role, and ends its sessions; for admins. Needs a recent password; CONFLICT when it has changed since, or is the last admin’s.',
  })
  setUserRole(
    @Arg('input', () => UserRoleInput, { description: CHANGE }) input: UserRoleInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedUserDetails> {
    return this.#adminUsers.setRole(adminOf(context), input)
  }

  @Mutation(() => ManagedUserDetails, { description: 'Ends every session of an account; for admins.' })
  endUserSessions(
    @Arg('input', () => UserActInput, { description: ACT }) input: UserActInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedUserDetails> {
    return this.#adminUsers.endSessions(adminOf(context), input)
  }

  @Mutation(() => ManagedUserDetails, { description: 'Mails the link that confirms an address of the account again; for admins.' })
  resendUserVerification(
    @Arg('input', () => UserActInput, { description: ACT }) input: UserActInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedUserDetails> {
    return this.#adminUsers.resendVerification(adminOf(context), input)
  }
}

function adminOf(context: HttpContext) {
  return { caller: context.signedIn(), device: context.device }
}
