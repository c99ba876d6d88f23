import { defineError } from '#platform/live/call-errors.ts'

export const noSeries = defineError(404, 'no-series', 'There is no such season.')
export const seriesManagersOnly = defineError(403, 'series-managers-only', 'Only those who run the season may do this.')
export const seriesIdUsed = defineError(409, 'id-used', 'This id was used for another season.')
export const noNight = defineError(404, 'no-night', 'One of these events does not exist, or cannot be a night of this season.')
export const nightsChanged = defineError(409, 'nights-changed', 'Somebody has changed the nights of this season meanwhile.')
export const noSeriesEntry = defineError(404, 'no-series-entry', 'There is no such change of nights.')
export const noFinalists = defineError(409, 'no-finalists', 'Nobody has played enough nights yet.')
