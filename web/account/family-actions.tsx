// <FamilyActions>: the links in the masthead of a signed-in family: dashboard, practice, account,
// logout.
import { paths, type PagePath } from '../../domain/paths.ts';
import { useLogout } from '../api/sign-out.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';

const links = [
  [paths.userHome, 'Dashboard'],
  [paths.practice, 'Practice'],
  [paths.account, 'Account'],
] as const;

/** Small enough on a phone for the masthead to fit on one row. */
const look = 'px-1.5! text-sm sm:px-4! sm:text-base';

export function FamilyActions({ here }: { readonly here?: PagePath }) {
  const logout = useLogout('family');
  return (
    <div className="family-links -mx-1.5 flex flex-wrap sm:-mx-4 sm:gap-x-0">
      <nav aria-label="Your pages" className="contents">
        {links
          .filter(([path]) => path !== here)
          .map(([path, label]) => (
            <LinkButton key={path} variant="quiet" href={path} className={look}>
              {label}
            </LinkButton>
          ))}
      </nav>
      <Button
        variant="quiet"
        className={look}
        busy={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Logout
      </Button>
    </div>
  );
}
