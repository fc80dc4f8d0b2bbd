import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql'
import { Announcement, AnnouncementInput, ManagedAnnouncement } from '../../../schema/graphql/announcements.ts'
import { Size } from '../../../schema/graphql/size.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { openStream } from '../../kit/openStream.ts'
import type { HttpContext } from '../../kit/RequestContext.ts'
import type { AnnouncementService } from './service.ts'

@Resolver()
export class AnnouncementResolver {
  readonly #announcements: AnnouncementService
  constructor({ announcements }: { readonly announcements: AnnouncementService }) {
    this.#announcements = announcements
  }

  @Size(LIMITS.announcements.max)
  @Query(() => [Announcement], { description: 'What admins tell the signed-in user at the moment, oldest first.' })
  announcements(@Ctx() context: HttpContext): Promise<Announcement[]> {
    return this.#announcements.current(context.signedIn())
  }

  @Size(LIMITS.announcements.max)
  @Query(() => [ManagedAnnouncement], {
    description: 'The last announcements, ended and coming ones too; for admins with two-factor sign-in.',
  })
  managedAnnouncements(@Ctx() context: HttpContext): Promise<ManagedAnnouncement[]> {
    return this.#announcements.managed(context.signedIn())
  }

  @Mutation(() => ManagedAnnouncement, { description: 'Publishes an announcement; for admins, with a password given within ten minutes.' })
  publishAnnouncement(
    @Arg('input', () => AnnouncementInput, { description: 'The announcement.' }) input: AnnouncementInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedAnnouncement> {
    return this.#announcements.publish({ caller: context.signedIn(), device: context.device }, input)
  }

  @Mutation(() => ManagedAnnouncement, {
    description:
      'Changes an announcement; for admins, with a password given within ten minutes. CONFLICT when it has ended, or another admin has changed it since `updatedAt`.',
  })
  changeAnnouncement(
    @Arg('id', () => ID, { description: 'The announcement.' }) id: string,
    @Arg('updatedAt', () => Date, { description: 'Of the announcement as it was when the editing began.' }) updatedAt: Date,
    @Arg('input', () => AnnouncementInput, { description: 'All of it.' }) input: AnnouncementInput,
    @Ctx() context: HttpContext,
  ): Promise<ManagedAnnouncement> {
    return this.#announcements.change({ caller: context.signedIn(), device: context.device }, { id }, { ...input, updatedAt })
  }

  @Mutation(() => ManagedAnnouncement, { description: 'Shows an announcement no more; for admins. CONFLICT when it has ended already.' })
  endAnnouncement(
    @Arg('id', () => ID, { description: 'The announcement.' }) id: string,
    @Ctx() context: HttpContext,
  ): Promise<ManagedAnnouncement> {
    return this.#announcements.end({ caller: context.signedIn(), device: context.device }, { id })
  }

  @Subscription(() => Boolean, {
    description: 'Announcements were published, changed or ended: those of the signed-in user are to be read again.',
    subscribe: openStream,
  })
  announcementsChanged(@Root() changed: boolean): boolean {
    return changed
  }
}
