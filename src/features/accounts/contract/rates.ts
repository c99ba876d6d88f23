import { HOUR, MINUTE, perAddress, perUser, type Rate, type Rates, together } from '#platform/live/rates.ts'

/** Of what checks once more who the user is: a password takes long to check. */
export const OWNER_CHECKS: Rates = [perUser(60, MINUTE)]

/** Of everything that sends a mail to an address which somebody names, or that takes a name and a password from a visitor. */
export const UNASKED_MAILS: Rate = together('unasked mails', perAddress(60, 5 * MINUTE))

export const PASSKEY_CHANGES: Rates = [together('changes of passkeys', perUser(40, HOUR))]
