import { defineError } from '#platform/live/call-errors.ts'

export const noVenue = defineError(404, 'no-venue', 'There is no such venue.')
