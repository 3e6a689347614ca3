/** E-mail addresses as people write them. */

/** A local part, an at sign, and a domain of at least two labels: what mail servers ask for. */
const EMAIL = /^[^\s@()<>,;:]+@[^\s@()<>,;:.]+(?:\.[^\s@()<>,;:.]+)+$/;

export const isEmailAddress = (text: string): boolean => EMAIL.test(text.trim());
