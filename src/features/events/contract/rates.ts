import { MINUTE, perAddress, perUser, type Rates } from '#platform/live/rates.ts'

/** Of what runs an event: for a director of 500 players, and a queue of results that is sent after the connection was away. */
export const EVENT_STAFF: Rates = [perUser(600, MINUTE)]

/** Of what devices without an account do too, all of which may share the address of the place. */
export const KEEPING_SCORES: Rates = [...EVENT_STAFF, perAddress(3000, MINUTE)]
