/**
 * Our own text, which the operator can replace. @param reach how to reach the operators, as Markdown. @param service origin of the
 * analytics service; null: there is none
 */
export const privacyText = (reach: string, service: string | null): string => `
# Privacy

This site keeps pinball scores and shows them. It keeps what that needs and no more, sells nothing, shows no advertising, and loads nothing from other companies: ${service === null ? 'no trackers, ' : ''}no fonts or scripts from elsewhere.

The people who run this server decide what happens with what is stored on it. In this text they are “we”.

## What everyone can see

- Your **user name**, your **display name**, and what you write on your profile: a few words about you, where you play, your picture.
- Your **scores**, with machine, value, time, comment, place and picture, and where they stand on the boards. Corrections stay in a score’s history.
- Your **comments**, your **likes** as a number, the events that you take part in, and your membership of **public groups**.

You may hide your profile from search and from search engines in your account’s settings. Anyone who knows your name can still find your page, and your scores still count on the boards.

What stands in a **private group** is visible to its members alone. Your scores themselves remain public, whichever groups you are in.

## What only you can see

- Your **e-mail address**, if you gave one. We use it to check that it is yours, to let you back in when you forget your password, to tell you when the ways into your account change (address, password, passkeys, second step, sign-in services) or somebody tries to sign up with your address, and for nothing else${service === null ? '' : ' but the statistics below'}. It is never shown to anyone, not to other players and not to moderators.
- The **devices** that are signed in to your account: what kind of browser it is, and when it was used last. You can end each of them.
- The **language** of your e-mails and notifications.

## What no one can see

Your **password**. Your browser sends a digest of it, and we store a hash of that digest which cannot be turned back.

## In your browser

This site sets **no cookies** that follow you. One is set when you choose a language at the foot of a page, and keeps that choice for a year. Two are set when you sign in by another service, so that its answer is accepted from your browser alone, and last ten minutes. There are no others. ${service === null ? '' : 'For the statistics below your browser keeps a random number in its own storage. '}When you sign in, your browser keeps a sign-in token in its own storage until you sign out or it expires. It is sent to this site and to no other.

## Pictures

Every picture that you upload is decoded and drawn anew before anyone else sees it. **Where and with which camera it was taken is removed** in doing so. Please show only people who agree to be shown.

## On the server

- **Logs** hold what went wrong and when, and sometimes the internet address that a request came from, so that the site can be kept running and safe from abuse. They are not used for anything else and are not kept longer than that takes.
- **Attempts to sign in** are counted by internet address for at most a day, to slow down guessing.
- **Reports** that you make reach the moderators with your user name. Those whom you report do not learn who it was.
- **Backups** may hold what you deleted until they are overwritten in their turn.

${service === null ? '' : statistics(service)}## Who else gets it

No one${service === null ? '' : ' but that service'}, with two exceptions: where the law obliges us, and where we report the abuse of a child as described in [Child safety](/child-safety). Beyond that, others get only what comes with the things that you choose to use:

- **Notifications** go through the service of your browser or phone, which belongs to Google, Apple, Mozilla or Microsoft. That service learns when there is a message for your device. Google and Apple can read the messages to phones with our app; those to browsers only your browser can.
- **Signing in by another service**, if this site offers one: that service learns of each sign-in.
- **Patreon**: if you link your membership, Patreon learns that you did, and tells us whether it is active and of which tier; your name and address there we do not ask for.

Other programs may read what is public here, as a scoreboard in a bar does. We cannot call back what someone has copied from a public page.

## How long

As long as you have an account. A sign-in token lasts 90 days unless this site says otherwise, a link to reset a password 3 days, an export a quarter of an hour.

## Take it with you, take it back

- **Correct** a score within a day, or remove it at any time: it leaves every board at once.
- **Export** everything that is stored about you, and **delete** your account, both under [Delete account](/account/delete). Deletion ends all your sessions and erases e-mail address, profile, pictures and tokens. You choose whether your scores are erased too or stay under “Deleted player”.

Wherever you live, you may ask us what we hold about you, have it corrected or erased, and object to what we do with it. You may also complain to the authority for data protection where you live.

## Children

This site is not meant for children under 13, or under the age at which the law where you live lets you agree to this yourself. If a child has an account here without a parent’s consent, tell us and we delete it.

## Reaching us

${reach}

When this text changes in anything that matters, we say so on this site before it counts.
`

const statistics = (service: string): string => `## Statistics

We count visits. Your browser tells ${service} which pages you open, when you sign in and out, what kind of browser it is, and, while you are signed in, your user name and e-mail address. Where your browser asks for privacy (Global Privacy Control, Do Not Track) nothing is sent until you allow it. You choose at the end of this page, and may choose anew at any time.

`
