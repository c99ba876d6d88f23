/** Whose hooks a page shows; neither: the site's. */
export interface HookOwner {
  groupId?: string | undefined
  eventId?: string | undefined
}

/** The address of the page of a group's, an event's or the site's hooks. */
export function webhooksPath({ groupId, eventId }: HookOwner): string {
  if (groupId !== undefined) return `/webhooks?group=${groupId}`
  return eventId === undefined ? '/webhooks' : `/webhooks?event=${eventId}`
}

/** Reads the query of that address, as the publication takes it. */
export function readHookOwner(query: Readonly<Record<string, string | undefined>>): { groupId?: string; eventId?: string } {
  const { group, event } = query
  if (group !== undefined) return { groupId: group }
  return event === undefined ? {} : { eventId: event }
}
