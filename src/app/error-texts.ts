import { readSuspension, type SuspensionDetails } from '#accounts/rules/suspension.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { isRetried } from '#platform/live/retried-errors.ts'
import { dateTimeFormat } from '#platform/ui/format/user-format.ts'
import { userLocale } from '#platform/ui/format/user-locale.ts'
import { translateFieldError } from './field-errors.ts'

/*
 * What the screens say for the errors of the server, in the reader's language. The sentences of the server itself (`reason`) are part of the
 * wire contract: they are English and stay as they are. A browser fetches this module when the first error occurs (error-texts.ts in
 * platform/live). `tests/error-texts.test.ts` fails for a sentence of the server that is missing here.
 */

/** By the reason of the error. */
export const errorsByReason: Readonly<Record<string, () => string>> = {
  'Please sign in first.': () => m.app_error_sign_in(),
  'Must be logged in': () => m.app_error_sign_in(),
  'You are not logged in.': () => m.app_error_sign_in(),
  'Your session has expired. Please log in again.': () => m.app_error_signed_out(),
  "You've been logged out by the server. Please log in again.": () => m.app_error_signed_out(),
  'Invalid login token': () => m.app_error_signed_out(),
  'Something went wrong. Please check your credentials.': () => m.app_error_credentials(),
  'Username already exists.': () => m.app_error_name_taken(),
  'This user name looks like another one.': () => m.app_error_lookalike(),
  'This password is too common.': () => m.app_error_password_common(),
  'Password may not be empty': () => m.app_error_password_empty(),
  'Token expired': () => m.app_error_link_expired(),
  'Verify email link expired': () => m.app_error_link_expired(),
  'Token has invalid email address': () => m.app_error_link_expired(),
  'Verify email link is for unknown address': () => m.app_error_link_expired(),
  'Need to pass token': () => m.app_error_link_expired(),
  'A user name has 1 to 40 characters.': () => m.app_error_username_length(),
  'A user name has no spaces at its ends.': () => m.app_error_username_spaces(),
  'A user name has letters, digits, spaces and . _ - only.': () => m.app_error_username_letters(),
  'That does not look like an e-mail address.': () => m.app_error_email_form(),
  'This address has an account already.': () => m.app_error_email_has_account(),
  'There is no address that waits to be verified.': () => m.app_error_email_verified(),
  'A name has at most 60 characters.': () => m.app_error_display_name(),
  'That profile cannot be kept.': () => m.app_error_profile(),
  'Signups forbidden': () => m.app_error_sign_ups_closed(),
  'This site takes no new accounts.': () => m.app_error_sign_ups_closed(),
  'A new account needs an invitation that is still valid.': () => m.app_error_sign_ups_closed(),
  'An administrator cannot be suspended. Remove that role first.': () => m.app_error_suspend_admin(),
  'End your own sessions on the page of your account.': () => m.app_error_sign_out_self(),
  'This name is blocked already.': () => m.app_error_name_blocked_already(),
  'There is no such blocked name.': () => m.app_error_no_thing(),
  'Only an administrator may do this.': () => m.app_error_administrators(),
  'Only an administrator may invite people.': () => m.app_error_administrators(),
  'Only a moderator may do this.': () => m.app_error_moderators(),
  'Reports are for moderators.': () => m.app_error_moderators(),
  'Only a machine editor may do this.': () => m.app_error_editors(),
  'Only an event director may do this.': () => m.app_error_directors(),
  'Only the director of the event may do this.': () => m.app_error_directors(),
  'Only those who run the group may do this.': () => m.app_error_group_managers(),
  'Please confirm with your password that it is you.': () => m.app_error_fresh_sign_in(),
  'A backup is under way already.': () => m.app_error_backup_busy(),
  'There is no such backup.': () => m.app_error_backup_gone(),
  'The mail server did not take the message.': () => m.app_error_test_mail(),
  'You may not change these roles.': () => m.app_error_roles(),
  'An owner gives roles to members only.': () => m.app_error_roles_members(),
  'Role already exists': () => m.app_error_role_exists(),
  'Role in use': () => m.app_error_role_in_use(),
  'A member needs a role: remove the member instead.': () => m.app_error_role_needed(),
  'A member is owner, manager or member.': () => m.app_error_role_unknown(),
  'A group needs an owner: make somebody else one first.': () => m.app_error_last_owner(),
  'This is the last administrator: make somebody else one first.': () => m.app_error_last_admin(),
  'There is no such machine.': () => m.app_error_no_machine(),
  'There is no such machine in this event.': () => m.app_error_no_machine(),
  'There is no such score.': () => m.app_error_no_score(),
  'There is no such score in this event.': () => m.app_error_no_score(),
  'There is no such late score.': () => m.app_error_no_score(),
  'There is no such player.': () => m.app_error_no_player(),
  'There is no such user.': () => m.app_error_no_player(),
  'There is no such player in this event.': () => m.app_error_no_player(),
  'There is no such guest in this event.': () => m.app_error_no_player(),
  'There is no such event.': () => m.app_error_no_event(),
  'There is no such group.': () => m.app_error_no_group(),
  'There is no such group in this event.': () => m.app_error_no_group(),
  'There is no such member.': () => m.app_error_no_member(),
  'This player is not in the group.': () => m.app_error_no_member(),
  'There is no such comment.': () => m.app_error_no_comment(),
  'There is no such picture.': () => m.app_error_no_picture(),
  'There is no such round in this event.': () => m.app_error_no_round(),
  'There is no such game in this group.': () => m.app_error_no_round(),
  'There is no such void.': () => m.app_error_no_round(),
  'There is no such session.': () => m.app_error_no_session(),
  'There is no such report.': () => m.app_error_no_report(),
  'There is no such thing.': () => m.app_error_no_thing(),
  'There is no such room.': () => m.app_error_no_thing(),
  'There is none.': () => m.app_error_no_thing(),
  'There is no such failed job.': () => m.app_error_no_thing(),
  'There is no such cache.': () => m.app_error_no_thing(),
  'There is no such invitation.': () => m.app_error_no_invitation(),
  'This invitation is no longer valid.': () => m.app_error_no_invitation(),
  'This invitation is not valid any more.': () => m.app_error_no_invitation(),
  'The link cannot be shown again, because the server has another key now. Make a new invitation.': () => m.app_error_invitation_key(),
  'This event is over.': () => m.app_error_event_over(),
  'The event is over: only its director changes its scores.': () => m.app_error_event_scores(),
  'This event is not live.': () => m.app_error_event_not_live(),
  'This event has not begun.': () => m.app_error_event_not_begun(),
  'This event is not finished.': () => m.app_error_event_not_finished(),
  'The earlier event is not finished.': () => m.app_error_event_not_finished(),
  'It has begun: its format stays as it is.': () => m.app_error_event_begun(),
  'This event is full. You can join its wait list.': () => m.app_error_event_full(),
  'This event is played in rounds.': () => m.app_error_event_rounds(),
  'This event is not played in rounds.': () => m.app_error_event_no_rounds(),
  'You have scores in this event.': () => m.app_error_event_have_scores(),
  'You are not in this event.': () => m.app_error_event_not_in(),
  'This machine is not part of the event.': () => m.app_error_machine_not_in(),
  'This machine is out of order.': () => m.app_error_machine_broken(),
  'All machines are out of order.': () => m.app_error_machine_broken(),
  'No attempt is left on this machine.': () => m.app_error_no_attempt(),
  'This player waits for a place. Check the player in first.': () => m.app_error_player_waits(),
  'This player has played. Pause the player instead.': () => m.app_error_player_played(),
  'This player has an account, whose name and number only they can change.': () => m.app_error_player_account(),
  'This player directs the event.': () => m.app_error_player_directs(),
  'Only a guest can be merged into another player.': () => m.app_error_merge_guest(),
  'These two were drawn into the same round.': () => m.app_error_same_round(),
  'You and this guest were drawn into the same round.': () => m.app_error_same_round(),
  'This code is not known, or somebody else has used it.': () => m.app_error_claim_code(),
  'The second step is on already.': () => m.app_error_second_step_on(),
  'The second step is off.': () => m.app_error_second_step_off(),
  'Please sign in again to confirm this.': () => m.app_error_sign_in_again(),
  'This is the only way to sign in to this account.': () => m.app_error_last_way_in(),
  'No matching login attempt found': () => m.app_error_service_late(),
  'Service not configured': () => m.app_error_service_unknown(),
  'This sign-in took too long, or was used before.': () => m.app_error_service_late(),
  'This was begun by somebody else. Start again.': () => m.app_error_service_other(),
  'You have linked another account of this service. Unlink that one first.': () => m.app_error_service_twice(),
  'That account is linked to another player here. Sign in as that player to unlink it.': () => m.app_error_service_taken(),
  'This is not linked to your account.': () => m.app_error_service_not_linked(),
  'This passkey was not accepted.': () => m.app_error_passkey_refused(),
  'The passkey came too late.': () => m.app_error_passkey_expired(),
  'There is no such passkey.': () => m.app_error_no_passkey(),
  'This passkey was added before.': () => m.app_error_passkey_known(),
  'Passkeys need a site with https.': () => m.app_error_passkey_https(),
  'An account has at most 20 passkeys.': () => m.app_error_passkeys_most(),
  '2FA code must be informed': () => m.app_error_second_step_needed(),
  'Invalid 2FA code': () => m.app_rule_code(),
  'This code is not known.': () => m.app_error_code_unknown(),
  'This check-in code is not known.': () => m.app_error_check_in_code(),
  'This link is good no longer. Ask the director for another.': () => m.app_error_device_link(),
  'This device may not keep scores any more. Ask the director for another link.': () => m.app_error_device_link(),
  'Another device has opened this link.': () => m.app_error_device_other(),
  'These players do not share a rank.': () => m.app_error_ranks_differ(),
  'The result of this group is not confirmed.': () => m.app_error_result_open(),
  'The result of this group is confirmed.': () => m.app_error_result_confirmed(),
  'The director has confirmed another result.': () => m.app_error_result_other(),
  'Another result of this group counts already.': () => m.app_error_result_before(),
  'Somebody else has entered another order.': () => m.app_error_order_before(),
  'Only its players and those who run the event enter the result of a group.': () => m.app_error_result_who(),
  'The round of this game was taken back.': () => m.app_error_round_undone(),
  'This game was played again.': () => m.app_error_game_again(),
  'All rounds are drawn.': () => m.app_error_rounds_all(),
  'Another round was drawn after this one.': () => m.app_error_round_later(),
  'This round has confirmed results.': () => m.app_error_round_results(),
  'Fewer than two players are checked in and still in the event.': () => m.app_error_few_players(),
  'You cannot flag your own score.': () => m.app_error_score_own(),
  'You cannot confirm your own score.': () => m.app_error_score_own(),
  'You have flagged this score already.': () => m.app_error_score_flagged(),
  'This score has changed since you looked at it.': () => m.app_error_score_changed(),
  'This score is not under review.': () => m.app_error_score_no_review(),
  'Only players with a verified score on this machine, whose accounts are older than 30 days, can confirm it.': () =>
    m.app_error_score_confirm(),
  'Only its player may correct a score.': () => m.app_error_score_correct(),
  'Only its player may remove a score.': () => m.app_error_score_remove(),
  'A score can be corrected for 24 hours, until somebody has verified it.': () => m.app_error_score_late(),
  'Only its author may remove a comment.': () => m.app_error_comment_author(),
  'The target was not reached: leave the ball out.': () => m.app_error_strokes_leave(),
  'The target was reached: say on which ball.': () => m.app_error_strokes_say(),
  'Another machine has this OPDB id.': () => m.app_error_opdb_taken(),
  'This machine is in the catalogue already.': () => m.app_error_machine_known(),
  'This is the same machine.': () => m.app_error_machine_same(),
  'An event has used both as two machines, so two they stay.': () => m.app_error_machine_both(),
  'A backglass of one of them is still being taken in. Try again in a minute.': () => m.app_error_machine_picture(),
  'This site does not do such jobs now.': () => m.app_error_jobs_not(),
  'Supporters cannot be linked here.': () => m.app_error_patreon_not(),
  'You are not allowed to upload this file': () => m.app_error_upload_denied(),
  Unauthorized: () => m.app_error_upload_denied(),
  'The picture did not arrive. Try to upload it again.': () => m.app_error_upload_lost(),
  'The picture could not be taken in. Try to upload it again.': () => m.app_error_upload_lost(),
  'This id was used for something else.': () => m.app_error_id_used(),
  'Too many subscriptions on one connection. Stop some of them first.': () => m.app_error_too_many(),
  'The connection was lost before this call was answered.': () => m.app_error_lost(),
  'The site has no room left for anything new. Please try again later.': () => m.app_error_full(),
  'The site can be read but takes nothing new just now. Please try again later.': () => m.app_error_read_only(),
  'The site cannot reach its database just now. Please try again in a moment.': () => m.app_error_database(),
  'Internal server error': () => m.app_error_internal(),
  'Unreadable error': () => m.app_error_internal(),
  'Your roles are a flat list, outside of any group, so you cannot be in a group. Ask an administrator to change your roles.': () =>
    m.app_error_roles_flat(),
  'This answer of Patreon was used before, is older than ten minutes, or was for somebody else. Nothing was linked. Start again.': () =>
    m.app_error_patreon_used(),
  'This Patreon account is linked to another player here. Nothing was linked. Sign in as that player and end the link there, or start again with another account.':
    () => m.app_error_patreon_other(),
  'Patreon does not know this answer any more. Nothing was linked. Start again.': () => m.app_error_patreon_unknown(),
  'This site and Patreon do not understand each other. Nothing was linked. Tell the people who run this site.': () =>
    m.app_error_patreon_broken(),
  'Patreon does not answer as it should just now. Nothing was linked. Wait a few minutes, then start again.': () =>
    m.app_error_patreon_down(),
  'This is not a JPEG picture.': () => m.app_error_image_not_jpeg(),
  'This picture is cut short. Try to upload it again.': () => m.app_error_image_cut(),
  'This picture is damaged and cannot be opened.': () => m.app_error_image_damaged(),
  'This kind of JPEG cannot be opened. Save it as an ordinary JPEG and try again.': () => m.app_error_image_unusual(),
  'This picture is too large: at most 50 megapixels, and 16,384 pixels on a side. Make it smaller and try again.': () =>
    m.app_error_image_large(),
  'This picture takes too long to open. Save it anew and try again.': () => m.app_error_image_slow(),
}

/** Reasons with a number in them. */
export const errorPatterns: readonly { reason: RegExp; text: (n: string) => string }[] = [
  { reason: /^Passwords need at least (\d+) characters\.$/, text: n => m.app_error_password_short({ n }) },
  { reason: /^There are (\d+) blocked names already\.$/, text: n => m.app_error_names_full({ n }) },
  { reason: /^Results of round (\d+) are missing\.$/, text: n => m.app_error_rounds_missing({ n }) },
  { reason: /^A group has at most (\d+) players\.$/, text: n => m.app_error_group_size({ n }) },
  { reason: /^A game has balls 1 to (\d+)\.$/, text: n => m.app_error_balls({ n }) },
  { reason: /^No registered oauth service found for: /, text: () => m.app_error_service_unknown() },
  { reason: /^This id was used for /, text: () => m.app_error_id_used() },
  { reason: /^Patreon is asked too much just now\./, text: () => m.app_error_patreon_down() },
]

/** By the code of the error, where it has no reason. */
export const errorsByCode: Readonly<Record<number, () => string>> = {
  400: () => m.app_error_input(),
  401: () => m.app_error_sign_in(),
  403: () => m.app_error_code_forbidden(),
  404: () => m.app_error_code_missing(),
  409: () => m.app_error_code_conflict(),
  500: () => m.app_error_internal(),
  503: () => m.app_error_database(),
}

function textOf(sentence: string): string | null {
  if (Object.hasOwn(errorsByReason, sentence)) return errorsByReason[sentence]!()
  for (const { reason, text } of errorPatterns) {
    const found = reason.exec(sentence)
    if (found !== null) return text(found[1] ?? '')
  }
  return null
}

/** The end is told in the reader's own time zone. */
const describeSuspension = ({ reason, until }: SuspensionDetails['suspension']): string =>
  until === null
    ? m.app_error_suspended_open({ reason })
    : m.app_error_suspended({ reason, when: dateTimeFormat(userLocale()).format(new Date(until)) })

/** Returns the text of an error in the reader's language; null: there is none, as for errors that the page itself made. */
export function translateError(failure: DdpError): string | null {
  // Where a page tries again by itself, nobody is asked to.
  if (isRetried(failure)) return m.app_error_retried()
  const { error, reason, details } = failure
  const suspension = readSuspension(details)
  if (suspension !== null) return describeSuspension(suspension)
  if (reason === undefined) return typeof error === 'number' ? (errorsByCode[error]?.() ?? null) : null
  // `User validation failed` has its explanation in its details.
  const text = textOf(reason) ?? (typeof details === 'string' ? textOf(details) : null)
  if (text !== null) return text
  // A field of the argument is wrong.
  if (error !== 400 || !Array.isArray(details)) return null
  return translateFieldError(details) ?? m.app_error_input()
}
