import * as m from '#messages'
import { ANY, dialog, type Screen, screen } from './screen.ts'

/** Screens of accounts, policies and the administration, and those that no route has. */
export const accountScreens: readonly Screen[] = [
  screen('account', '/account', 'player', () => '/account'),
  screen('account-visitor', '/account', 'visitor', () => '/account'),
  screen('account-delete', '/account/delete', 'player', () => '/account/delete'),
  screen('account-delete-sure', '/account/delete', 'player', () => '/account/delete', {
    act: async ({ page }) => {
      await page.locator('main input[type=password]').fill('whatever it is')
      await page.locator('main form button[type=submit]').click()
    },
  }),
  screen('sign-in', '/sign-in', 'visitor', () => '/sign-in'),
  screen('sign-in-finish', '/sign-in/finish', 'visitor', () => '/sign-in/finish#error=denied'),
  screen('sign-in-wrong', '/sign-in', 'visitor', () => '/sign-in', {
    act: async ({ page }) => {
      await page.locator('main input[autocomplete~=username]').fill('nobody')
      await page.locator('main input[type=password]').fill('wrong password')
      await page.locator('main form button[type=submit]').click()
      await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
    },
  }),
  screen('sign-up', '/sign-up', 'visitor', () => '/sign-up'),
  screen('sign-up-wrong', '/sign-up', 'visitor', () => '/sign-up', {
    act: async ({ page }) => {
      await page.locator('main form button[type=submit]').click()
      await page.locator('main [aria-invalid=true]').first().waitFor()
    },
  }),
  screen('forgot-password', '/forgot-password', 'visitor', () => '/forgot-password'),
  screen('change-password', '/change-password', 'player', () => '/change-password'),
  screen('reset-password', '/', 'visitor', () => '/#/reset-password/unknown', { shows: 'window' }),
  screen('invitations', '/invitations', 'player', () => '/invitations'),
  dialog(
    'invitation-new',
    '/invitations',
    'player',
    () => '/invitations',
    hand => hand.press(m.invitations_new),
  ),
  screen('patreon', '/patreon', 'player', () => '/patreon'),
  screen('patreon-confirm', '/patreon/confirm', 'player', () => '/patreon/confirm?error=access_denied'),
  screen('oauth-consent', '/consent/$code', 'player', () => '/consent/ended'),
  screen('oauth-problem', '/consent/$code', 'visitor', () => '/consent/address'),
  screen('privacy', '/privacy', 'visitor', () => '/privacy'),
  screen('child-safety', '/child-safety', 'visitor', () => '/child-safety'),
  screen('offline', '/offline', 'visitor', () => '/offline'),
  screen('not-found', null, 'visitor', () => '/nowhere'),
  screen('unavailable', null, 'visitor', () => '/machines?q=away', { away: true, sites: ['usual'] }),

  screen('admin', '/admin', 'administrator', () => '/admin'),
  screen('admin-machine-new', '/admin/machines/new', 'administrator', () => '/admin/machines/new'),
  screen('admin-machine-edit', '/admin/machines/edit', 'administrator', s => `/admin/machines/edit?machine=${s.machineId}`),
  dialog(
    'admin-machine-retire',
    '/admin/machines/edit',
    'administrator',
    s => `/admin/machines/edit?machine=${s.machineId}`,
    hand => hand.press(m.machines_retire),
  ),
  screen('admin-event-new', '/admin/events/new', 'administrator', () => '/admin/events/new'),
  screen('admin-settings', '/admin/settings', 'administrator', () => '/admin/settings'),
  screen('admin-backups', '/admin/backups', 'administrator', () => '/admin/backups'),
  screen('admin-setup', '/admin/setup', 'administrator', () => '/admin/setup'),
  screen('admin-cache', '/admin/cache', 'administrator', () => '/admin/cache'),
  screen('admin-jobs', '/admin/jobs', 'administrator', () => '/admin/jobs'),
  screen('admin-keys', '/admin/keys', 'administrator', () => '/admin/keys'),
  screen('admin-users', '/admin/users', 'administrator', () => '/admin/users'),
  screen('admin-users-found', '/admin/users', 'administrator', () => '/admin/users?q=dina'),
  dialog(
    'admin-roles',
    '/admin/users',
    'administrator',
    () => '/admin/users?q=dina',
    hand => hand.press(() => m.admin_roles_of({ name: ANY })),
  ),
  dialog(
    'admin-delete-user',
    '/admin/users',
    'administrator',
    () => '/admin/users?q=tilda',
    hand => hand.press(() => m.admin_delete_name({ name: ANY })),
  ),
  dialog(
    'admin-user-actions',
    '/admin/users',
    'administrator',
    () => '/admin/users?q=tilda',
    hand => hand.press(() => m.admin_more_of({ name: ANY })),
  ),
  dialog(
    'admin-suspend',
    '/admin/users',
    'administrator',
    () => '/admin/users?q=tilda',
    async hand => {
      await hand.press(() => m.admin_more_of({ name: ANY }))
      await hand.press(m.admin_suspend)
    },
  ),
  dialog(
    'admin-enrol',
    '/admin/users',
    'administrator',
    () => '/admin/users',
    hand => hand.press(m.admin_enrol),
  ),
  dialog(
    'admin-site-roles',
    '/admin/users',
    'administrator',
    () => '/admin/users',
    hand => hand.press(m.admin_roles_site),
  ),
  screen('admin-invitations', '/admin/invitations', 'administrator', () => '/admin/invitations'),
  screen('admin-names', '/admin/names', 'administrator', () => '/admin/names'),
  screen('admin-scores', '/admin/scores', 'administrator', () => '/admin/scores'),
  screen('admin-reports', '/admin/reports', 'administrator', () => '/admin/reports'),
  dialog(
    'admin-report-close',
    '/admin/reports',
    'administrator',
    () => '/admin/reports',
    hand => hand.press(m.reports_close_report),
    {
      sites: ['crowded'],
    },
  ),
  screen('admin-log', '/admin/log', 'administrator', () => '/admin/log'),
]
