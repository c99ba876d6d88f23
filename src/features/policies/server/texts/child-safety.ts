/** Our own text, which the operator can replace. @param reach how to reach the operators, as Markdown */
export const childSafetyText = (reach: string): string => `
# Child safety

These are our standards against **child sexual abuse and exploitation** (CSAE). They hold for everything on this site: pictures, scores, comments, profiles, names, groups and events, public or private.

**Is a child in danger right now? Call the police or the emergency number where you are first.** Then tell us.

## What is forbidden

- **Child sexual abuse material** of any kind: photographs, drawings, made by a computer or by hand, and links to it.
- **Sexual talk about or with minors**, sexualising a child in words or pictures, however it is meant.
- **Grooming**: winning a child’s trust to abuse it, asking for pictures, for secrecy, for a meeting.
- **Threatening a child with pictures of it**, trading or advertising abuse, and helping others to do any of this.
- **Pictures that expose a child** to harm: undressed, hurt, or shown against its own or its parents’ will.

There are no exceptions for jokes, art or private groups.

## How to report

Every score, picture, comment, profile and group has a **Report** button. Sign in, press it, choose *It endangers a child*, and say in a few words what you saw. You need not explain more, and you need not be sure.

- Please do **not** copy, download or pass on what you saw, not even as proof: in many countries that is a crime itself. Leave it where it is; we secure it.
- Those whom you report do not learn who reported them.

${reach}

You can also turn to others, and stay unnamed with most of them:

- in the United States, the **NCMEC CyberTipline** ([report.cybertip.org](https://report.cybertip.org)),
- in the United Kingdom, the **Internet Watch Foundation** ([report.iwf.org.uk](https://report.iwf.org.uk)),
- elsewhere, the hotline of your country in the **INHOPE** network ([inhope.org](https://www.inhope.org)), or the police.

If you fear your own thoughts about children, or know someone who does, **Stop It Now** and similar services help in confidence.

## What happens to a report

1. It reaches the moderators at once. Reports that a child is in danger are looked at before all others.
2. What breaks these standards is removed as soon as we know of it, and the account is closed.
3. Child sexual abuse material is **reported to the authority that the law names**: NCMEC where the law of the United States applies, otherwise the police or the national hotline. What they need as evidence is kept for them as the law prescribes and shown to no one else.
4. We answer the authorities’ questions as the law obliges us to.

A report that was made in good faith never harms the one who made it, even where it turns out to be mistaken.

## What we do beforehand

- There are no private messages here: what is written stands where others can see it.
- Pictures are decoded and drawn anew when they are uploaded, and where they were taken is removed.
- E-mail addresses are never shown.
- New accounts and uploads are limited in number, and moderators can remove any picture, comment and account.
- This site is not meant for children under 13; see [Privacy](/privacy).

We follow the laws on child protection that apply to us, and review these standards whenever those change.

## Contact for child safety

${reach}

Authorities use the same contact and may expect an answer from a person.
`
