// <FamilyActions>: the links in the masthead of a signed-in family: dashboard, practice, account,
// logout.
import { paths, type PagePath } from '../../domain/paths.ts';
import { useLogout } from '../data/sign-out.ts';
import { SiteLink } from '../ui/link-button.tsx';

const links = [
  [paths.familyHome, 'Dashboard'],
  [paths.practice, 'Practice'],
  [paths.account, 'Account'],
] as const;

/** Keeps the masthead in one row, except on narrow phones. */
const look =
  'flex min-h-11 cursor-pointer items-center border-y-3 border-t-transparent px-1.5 text-sm font-bold whitespace-nowrap no-underline -outline-offset-3 focus-visible:-outline-offset-3 sm:px-3 sm:text-base';
const colours = (isHere: boolean) =>
  isHere
    ? 'border-b-signal text-ink'
    : 'border-b-transparent text-pencil hover:border-b-rule hover:text-ink';

interface FamilyActionsProps {
  /** The page that is open. */
  here?: PagePath;
  /** A page below that one is open. */
  isBelow?: boolean;
}

export function FamilyActions({ here, isBelow = false }: FamilyActionsProps) {
  const logout = useLogout('family');
  const logoutButton = (widths: string) => (
    <button
      type="button"
      aria-disabled={logout.isPending || undefined}
      // Away from the link that a thumb means.
      className={`${look} ${widths} max-sm:ml-3 ${colours(false)}`}
      onClick={() => {
        if (!logout.isPending) logout.mutate();
      }}
    >
      Logout
    </button>
  );
  return (
    <div className="family-links -mx-1.5 flex flex-wrap max-[22rem]:contents sm:-mx-3">
      {/* On narrow phones the links are the next row, and the Tab key reaches Logout first. */}
      {logoutButton('min-[22rem]:hidden -mr-1.5')}
      <nav
        aria-label="Your pages"
        className="contents max-[22rem]:-mx-1.5 max-[22rem]:flex max-[22rem]:basis-full max-[22rem]:flex-wrap"
      >
        {links.map(([path, label]) => (
          <SiteLink
            key={path}
            href={path}
            aria-current={path === here ? (isBelow ? true : 'page') : undefined}
            className={`${look} ${colours(path === here)}`}
          >
            {label}
          </SiteLink>
        ))}
      </nav>
      {logoutButton('max-[22rem]:hidden')}
    </div>
  );
}
