/** Texts of an invitation that a person passes on. */
export const messages = {
  title: "Pass on the invitation",
  about: (email: string) =>
    `No e-mail server is set up, so this invitation was not sent. Give the link to ${email} yourself: whoever opens it chooses the password.`,
  link: "Invitation link",
  until: (moment: string) => `Works once, until ${moment}. A new invitation ends this link.`,
  copy: "Copy link",
  done: "Done",
  saved: "Saved. Pass on the invitation link yourself.",
  sent: (email: string) => `The invitation is on its way to ${email}.`,
  again: "Invite again",
  again_to: (email: string) => `Invite ${email} again`,
  waiting: "Invited, no password chosen yet.",
};
