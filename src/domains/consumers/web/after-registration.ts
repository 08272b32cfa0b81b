/** The account is there; now its person is signed in. If that fails, nothing of the registration was refused. */
type Ways = {
  signIn: () => Promise<void>;
  arrive: () => void;
  /** The person signs in by themselves: to register again would be refused. */
  showAccount: () => void;
};

export async function afterRegistration({ signIn, arrive, showAccount }: Ways): Promise<void> {
  try {
    await signIn();
  } catch {
    return showAccount();
  }
  return arrive();
}
